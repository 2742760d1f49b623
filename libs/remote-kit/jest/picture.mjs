// Replaces the address that a build gives to an image.
export default '/picture.svg';
