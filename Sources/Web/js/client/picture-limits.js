// What a comment's pictures may be, for forms.

export { longestAlternative, most, types } from "../davenport/rules/pictures.js";
