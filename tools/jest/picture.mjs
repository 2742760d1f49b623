// The address that a build would give to a picture.
export default '/picture.svg';
