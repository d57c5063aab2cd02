/** Absolute path of the built console: index.html and assets/. */
export declare const folder: string;
