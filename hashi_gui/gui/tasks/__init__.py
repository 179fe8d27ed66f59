"""Work outside the GUI thread: the solver, the generator and what keeps threads safe."""
