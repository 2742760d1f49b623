/** An id of a document. Without flags, because the description of the API repeats it. */
export const ID_PATTERN = /^[0-9a-fA-F]{24}$/;
