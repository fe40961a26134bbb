package httpapi

import (
	"io"
	"mime"
	"net/http"
	"strings"

	"linnet/internal/base/fault"
)

// findOperation answers for paths and methods that are not there, in our words
// instead of the router's.
func (a *API) findOperation(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		router, pattern := a.mux.Handler(r)
		if pattern == "" {
			asked := &headerWriter{header: http.Header{}}
			router.ServeHTTP(asked, r)
			if allow := asked.header.Get("Allow"); allow != "" {
				w.Header().Set("Allow", allow)
				a.refuse(w, r, fault.New(methodNotAllowed, "This address takes other methods: "+allow+"."))
				return
			}
			a.refuse(w, r, fault.New(fault.NotFound, "There is nothing at this address of the API."))
			return
		}
		callerOf(r.Context()).operation = strings.Replace(pattern, Prefix, "", 1)
		next.ServeHTTP(w, r)
	})
}

// headerWriter keeps the headers of an answer and drops the rest.
type headerWriter struct{ header http.Header }

// Header returns the headers.
func (w *headerWriter) Header() http.Header { return w.header }

// Write drops the body.
func (w *headerWriter) Write(b []byte) (int, error) { return len(b), nil }

// WriteHeader drops the status.
func (w *headerWriter) WriteHeader(int) {}

// checkRequest refuses calls from other sites' pages and bodies that are not
// JSON, and bounds what is read of a body.
func (a *API) checkRequest(next http.Handler) http.Handler {
	origin := http.NewCrossOriginProtection()
	if a.publicURL != nil { // a proxy may give us another Host than the browser knows
		if err := origin.AddTrustedOrigin(a.publicURL.Scheme + "://" + a.publicURL.Host); err != nil {
			a.log.Error("the public URL is no origin", "error", err)
		}
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if origin.Check(r) != nil {
			a.refuse(w, r, fault.New(fault.Forbidden, "Calls from pages of other sites are not allowed."))
			return
		}
		if err := a.checkQuery(r); err != nil {
			a.refuse(w, r, err)
			return
		}
		if r.Body != nil && r.ContentLength != 0 {
			if err := checkContentType(callerOf(r.Context()).operation, r.Header.Get("Content-Type")); err != nil {
				a.refuse(w, r, err)
				return
			}
			r.Body = patientBody{r.Body}
		}
		next.ServeHTTP(w, r)
	})
}

// checkContentType refuses bodies that an operation cannot read.
func checkContentType(operation, contentType string) error {
	switch {
	case operation == uploadOperation && !isUpload(contentType):
		return fault.New(unsupportedMediaType, "Send the file as it is, with Content-Type: text/csv, or in a form as multipart/form-data.")
	case operation != uploadOperation && !isJSON(contentType):
		return fault.New(unsupportedMediaType, "Send the body as JSON, with Content-Type: application/json.")
	}
	return nil
}

// isJSON takes JSON in UTF-8, or a body whose type nobody said.
func isJSON(contentType string) bool {
	if contentType == "" {
		return true
	}
	media, params, err := mime.ParseMediaType(contentType)
	charset := params["charset"]
	return err == nil && media == "application/json" && (charset == "" || strings.EqualFold(charset, "utf-8"))
}

// patience is how much of a body that is too large is read and thrown away.
const patience = 32 << 20

// patientBody reads on before it is closed: a client that is still sending
// does not look at the answer, and would see a broken connection instead.
type patientBody struct{ io.ReadCloser }

// Close reads what is left, within patience and the connection's deadline.
func (b patientBody) Close() error {
	_, _ = io.CopyN(io.Discard, b.ReadCloser, patience)
	return b.ReadCloser.Close()
}
