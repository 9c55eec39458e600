// Gestures: a pointer, a wheel or two fingers on the canvas become moves of the camera.

const kZoomFactor = 1.1; // of a step, as Camera::zoom() has it
const kPixelsPerStep = 60; // of a wheel that reports pixels
const kLinesPerStep = 3;

const middle = (a, b) => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
const distance = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);

// Moves are {orbit(dx, dy), pan(dx, dy), zoom(steps), home()}, in pixels of the page.
export function addGestures(canvas, moves) {
  const pointers = new Map();

  const drag = (event, from, to) => {
    const pans = event.buttons & 6 || event.shiftKey;
    moves[pans ? 'pan' : 'orbit'](to.x - from.x, to.y - from.y);
  };

  const pinch = (other, from, to) => {
    const before = middle(from, other), after = middle(to, other);
    moves.pan(after.x - before.x, after.y - before.y);
    const ratio = distance(to, other) / Math.max(distance(from, other), 1);
    if (ratio > 0) moves.zoom(Math.log(ratio) / Math.log(kZoomFactor));
  };

  canvas.addEventListener('pointerdown', (event) => {
    canvas.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  });
  canvas.addEventListener('pointermove', (event) => {
    const from = pointers.get(event.pointerId);
    if (!from) return;
    const to = { x: event.clientX, y: event.clientY };
    pointers.set(event.pointerId, to);
    const others = [...pointers].filter(([id]) => id !== event.pointerId);
    if (others.length === 0) drag(event, from, to);
    else if (others.length === 1) pinch(others[0][1], from, to);
  });
  for (const type of ['pointerup', 'pointercancel', 'lostpointercapture'])
    canvas.addEventListener(type, (event) => pointers.delete(event.pointerId));

  canvas.addEventListener('wheel', (event) => {
    event.preventDefault();
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? kPixelsPerStep : kLinesPerStep;
    // Browsers tell a pinch on a touch pad as a slow wheel with this key.
    moves.zoom((-event.deltaY / unit) * (event.ctrlKey ? 6 : 1));
  }, { passive: false });
  canvas.addEventListener('dblclick', () => moves.home());
  canvas.addEventListener('contextmenu', (event) => event.preventDefault());
}
