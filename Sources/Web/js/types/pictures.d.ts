// Comments with pictures, before and after they are sent.
import type { AttachedPicture } from "./wire.js";

/** A picture that somebody has chosen for a comment. Its bytes are kept on the device until the comment has arrived. */
export interface ChosenPicture {
    /** The id under which it is uploaded, a UUID that the client chooses. */
    readonly id: string,
    /** What its author calls the file. The server doesn't hear it. */
    readonly name: string,
    /** The media type, which its bytes say: PNG, JPEG, WebP or GIF. */
    readonly type: string,
    readonly size: number,
    /** In pixels, as the picture is shown. */
    readonly width: number,
    readonly height: number,
    /** What it shows, for those who can't see it. */
    readonly alternative?: string,
    /** Whether the server has taken it. It may have expired since. */
    readonly isUploaded?: boolean,
}

/** A picture of a comment. One that isn't sent has its bytes here. */
export interface ShownPicture extends AttachedPicture { readonly file?: Blob }

/** What a comment has besides. Those of its pictures whose bytes aren't kept yet bring them. */
export interface CommentContent {
    content: string, seconds?: number, literal?: boolean, quote?: string, replyTo?: string,
    pictures?: readonly (ChosenPicture & { file?: Blob })[],
}
/** What changes of a comment that wasn't sent. */
export type CommentChange = Partial<Omit<CommentContent, "quote">> & { quote?: null };
