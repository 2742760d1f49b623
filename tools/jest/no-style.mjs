// Stylesheets have no meaning without a layout engine.
export default {};
