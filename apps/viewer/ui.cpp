#include "viewer/ui.h"

#include "viewer/theme.h"

#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>

namespace saker::viewer {

Ui::Ui(const Window& window) : window_(window), scale_(window.content_scale()) {
  ImGui::CreateContext();
  // The layout is the same every time; a settings file would only litter the current folder.
  ImGui::GetIO().IniFilename = nullptr;
  apply_theme(scale_);
  ImGui_ImplGlfw_InitForOpenGL(window.handle(), true);
  ImGui_ImplOpenGL3_Init("#version 330 core");
}

Ui::~Ui() {
  ImGui_ImplOpenGL3_Shutdown();
  ImGui_ImplGlfw_Shutdown();
  ImGui::DestroyContext();
}

void Ui::begin() {
  // Another screen, or the person has changed the scale of this one.
  if (const float scale = window_.content_scale(); scale != scale_) {
    scale_ = scale;
    ImGui_ImplOpenGL3_DestroyFontsTexture();
    apply_theme(scale_);
    ImGui_ImplOpenGL3_CreateFontsTexture();
  }
  ImGui_ImplOpenGL3_NewFrame();
  ImGui_ImplGlfw_NewFrame();
  ImGui::NewFrame();
}

void Ui::end() {
  ImGui::Render();
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

}  // namespace saker::viewer
