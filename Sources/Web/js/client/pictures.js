// Pictures that are chosen for comments.

import { davenport } from "../client.js";
import { Pictures } from "../davenport/pictures.js";

export { largest, longestSide, mostPixels, pictureType } from "../davenport/pictures.js";

const part = davenport.use(Pictures);
export const editComment = part.edit.bind(part);
export const forgetPictures = part.forget.bind(part);
