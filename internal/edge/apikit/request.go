package apikit

import (
	"io"
	"mime"
	"net/http"
	"net/url"
	"strings"

	"linnet/internal/base/fault"
)

// routeOf returns the route of a request that findRoute has passed.
func (r *Router) routeOf(req *http.Request) *route {
	return r.routes[CallOf(req.Context()).Route.Operation]
}

// findRoute is middleware that sets the Call's route. It answers requests for
// unknown paths and methods with problem documents instead of the mux's texts.
func (r *Router) findRoute(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		router, pattern := r.mux.Handler(req)
		if pattern == "" {
			probe := &headerWriter{header: http.Header{}}
			router.ServeHTTP(probe, req)
			if allow := probe.header.Get("Allow"); allow != "" {
				w.Header().Set("Allow", allow)
				r.errors.Write(w, req, fault.New(methodNotAllowed, "This endpoint supports other methods: "+allow+"."))
				return
			}
			r.errors.Write(w, req, fault.New(fault.NotFound, r.noEndpoint(req.URL.Path)))
			return
		}
		CallOf(req.Context()).Route = r.routes[r.operationOf(pattern)].Route
		next.ServeHTTP(w, req)
	})
}

// operationOf returns the operation of a pattern of the mux, such as "GET /links".
func (r *Router) operationOf(pattern string) string { return strings.Replace(pattern, r.prefix, "", 1) }

// noEndpoint returns why the router serves no endpoint at a path.
func (r *Router) noEndpoint(path string) string {
	const message = "The API has no such endpoint."
	switch {
	case !strings.HasPrefix(path, r.prefix+"/"):
		return message + " Its endpoints are below " + r.prefix + "."
	case strings.HasSuffix(path, "/"):
		return message + " Remove the slash at the end of the path."
	}
	return message
}

// headerWriter records the headers of a response and discards the rest.
type headerWriter struct{ header http.Header }

// Header returns the headers.
func (w *headerWriter) Header() http.Header { return w.header }

// Write discards the body.
func (w *headerWriter) Write(b []byte) (int, error) { return len(b), nil }

// WriteHeader discards the status.
func (w *headerWriter) WriteHeader(int) {}

// checkRequest is middleware that rejects writes from pages of other sites without an API
// key, queries that no operation accepts, and bodies of the wrong media type.
func (r *Router) checkRequest(trusted *url.URL, auth Authenticator) Middleware {
	origin := http.NewCrossOriginProtection()
	if trusted != nil {
		if err := origin.AddTrustedOrigin(trusted.Scheme + "://" + trusted.Host); err != nil {
			r.errors.Log.Error("public URL is not a valid origin", "err", err)
		}
	}
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
			called := r.routeOf(req)
			keyed := !called.Public && auth.IsKey(Bearer(req))
			if !keyed && origin.Check(req) != nil {
				r.errors.Write(w, req, fault.New(fault.Forbidden, "Pages of other sites need an API key for this call."))
				return
			}
			unknown, err := called.checkQuery(req)
			if err != nil {
				r.errors.Write(w, req, err)
				return
			}
			if len(unknown) > 0 {
				w.Header().Set(unknownParamsHeader, headerList(unknown))
			}
			if req.Body != nil && req.ContentLength != 0 {
				if err := checkContentType(called.Upload, req.Header.Get("Content-Type")); err != nil {
					r.errors.Write(w, req, err)
					return
				}
				if !called.Upload {
					req.Header.Set("Content-Type", "application/json") // the decoder compares it with case
				}
				req.Body = drainingBody{req.Body}
			}
			next.ServeHTTP(w, req)
		})
	}
}

// checkContentType returns an error for bodies that the operation does not
// read.
func checkContentType(upload bool, contentType string) error {
	switch {
	case upload && !isUpload(contentType):
		return fault.New(unsupportedMediaType, "Send the file as it is, with Content-Type: text/csv, or in a form as multipart/form-data.")
	case !upload && !isJSON(contentType):
		return fault.New(unsupportedMediaType, "Send the body as JSON, with Content-Type: application/json.")
	}
	return nil
}

// isJSON accepts JSON in UTF-8 and a missing type.
func isJSON(contentType string) bool {
	if contentType == "" {
		return true
	}
	media, params, err := mime.ParseMediaType(contentType)
	charset := params["charset"]
	return err == nil && media == "application/json" && (charset == "" || strings.EqualFold(charset, "utf-8"))
}

// isUpload accepts the types that programs send for a CSV file, and a missing
// type.
func isUpload(contentType string) bool {
	media, _, err := mime.ParseMediaType(contentType)
	switch media {
	case "text/csv", "text/plain", "text/tab-separated-values", "application/csv",
		"application/vnd.ms-excel", "application/octet-stream", "multipart/form-data":
		return err == nil
	}
	return contentType == ""
}

// maxDrain is how much of a rejected body is read and discarded, in bytes.
const maxDrain = 32 << 20

// drainingBody drains the body before it closes it: a client that is still
// sending does not read the response, and would see a broken connection.
type drainingBody struct{ io.ReadCloser }

// Close reads the remaining body, up to maxDrain and the connection's
// deadline.
func (b drainingBody) Close() error {
	_, _ = io.CopyN(io.Discard, b.ReadCloser, maxDrain)
	return b.ReadCloser.Close()
}
