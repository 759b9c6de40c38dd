package io.nightmarket.http;

/** How long a body may be, by the path of the request: known before the request is routed. */
public final class BodyLimit {
    /** The largest uploaded file, in bytes. */
    public static final int UPLOAD = 5 << 20;

    /** What a form has around its file, in bytes at most. */
    private static final int FORM = 16_384;

    /** The largest form with a file, in bytes. */
    public static final int UPLOADED_FORM = UPLOAD + FORM;

    private static final String UPLOADS = "/upload/blog";

    private BodyLimit() {}

    /** @param usual the limit of all paths but the one of uploads */
    static int of(String uri, int usual) {
        return isUpload(uri) ? Math.max(usual, UPLOADED_FORM) : usual;
    }

    private static boolean isUpload(String uri) {
        int query = uri.indexOf('?');
        String path = query < 0 ? uri : uri.substring(0, query);
        return path.equals(UPLOADS) || path.equals("/api" + UPLOADS);
    }
}
