// Keys: the same as in the viewer, where a page can have them. The cheat sheet in index.html lists them.

const kSpeedStep = 0.25;

// Actions are those that no Show has: {choose, save, help}.
export function addKeys(show, actions) {
  const commands = {
    ' ': () => show.togglePlaying(),
    ArrowLeft: () => show.step(-1),
    ArrowRight: () => show.step(1),
    ArrowUp: () => show.playNext(-1),
    ArrowDown: () => show.playNext(1),
    Home: () => show.goToEnd(false),
    End: () => show.goToEnd(true),
    '-': () => show.changeSpeed(-kSpeedStep),
    '+': () => show.changeSpeed(kSpeedStep),
    '=': () => show.changeSpeed(kSpeedStep),
    Backspace: () => show.set('speed', -show.settings.speed),
    l: () => show.toggle('looping'),
    m: () => show.toggle('meshes'),
    s: () => show.toggle('skeleton'),
    w: () => show.toggle('wireframe'),
    g: () => show.toggle('grid'),
    f: () => show.fit(false),
    a: () => show.fit(true),
    0: () => show.home(),
    o: actions.choose,
    p: actions.save,
    h: actions.help,
    '?': actions.help,
  };

  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
    const { key, target } = event;
    const command = commands[key.length === 1 ? key.toLowerCase() : key];
    if (!command) return;
    // What has the focus keeps the keys that it needs itself.
    if (key === ' ' && target.closest('button, summary')) return;
    if (target.type === 'range' && (key.startsWith('Arrow') || key === 'Home' || key === 'End')) return;
    event.preventDefault();
    command();
  });
}
