package apikit

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"strings"
	"time"

	"linnet/internal/base/fault"
)

// unknownFieldsHeader lists the fields of a body that the operation ignored.
const unknownFieldsHeader = "Linnet-Unknown-Fields"

// maxUnknownInHeader bounds how many fields the header names.
const maxUnknownInHeader = 20

// checkBody reads a JSON body and scans it once before it is decoded: a body
// whose shape exceeds the limits is rejected, and fields that the operation
// does not know are named in a header, or rejected with ?strict=true.
func (r *Router) checkBody(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		called := r.routeOf(req)
		if called.Upload || req.Body == nil || req.ContentLength == 0 {
			next.ServeHTTP(w, req)
			return
		}
		body, err := readBody(w, req)
		if err != nil {
			r.errors.Write(w, req, err)
			return
		}
		req.Body = io.NopCloser(bytes.NewReader(body))
		scan := bodyScanner{data: body, schemas: r.Schemas(), objects: &r.objects}
		if err := scan.run(called.body); err != nil {
			r.errors.Write(w, req, err)
			return
		}
		if len(scan.unknown) > 0 && isStrict(req) {
			r.errors.Write(w, req, unknownFieldsError(scan.unknown))
			return
		}
		if len(scan.unknown) > 0 {
			w.Header().Set(unknownFieldsHeader, headerList(scan.unknown))
		}
		next.ServeHTTP(w, req)
	})
}

// headerList returns the first names as the value of a header.
func headerList(names []string) string {
	return strings.Join(names[:min(len(names), maxUnknownInHeader)], ", ")
}

func unknownFieldsError(paths []string) error {
	var faults fault.List
	for _, path := range paths {
		faults.Add(path, path+" is not a field of this operation. Remove it or check its spelling.")
	}
	return faults.Err()
}

// readBody reads a whole body of at most MaxBody bytes within BodyTimeout.
func readBody(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	// Not every writer supports deadlines: a recorder in a test does not.
	_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(BodyTimeout)) //nolint:forbidigo // the kernel's clock, not the product's
	body, err := io.ReadAll(io.LimitReader(r.Body, MaxBody+1))
	var tooLarge *http.MaxBytesError
	if len(body) > MaxBody || errors.As(err, &tooLarge) {
		_ = r.Body.Close()
		return nil, errTooLarge()
	}
	if err != nil {
		return nil, fault.Wrap(err, fault.Malformed, "The body is incomplete. Send it again.")
	}
	return body, nil
}
