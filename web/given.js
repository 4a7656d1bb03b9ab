// What a page of the same origin gives a frame that it made itself, in a notebook say: the frame then asks no server for
// anything. web/README.md says what each part is.

/** Parts by name, at the element of the frame; none where a server is around. */
export const given = globalThis.frameElement?.given ?? {};

/** Address of a file of this page. */
export const addressOf = name => given.files?.[name] ?? `./${name}?@VERSION@`;
