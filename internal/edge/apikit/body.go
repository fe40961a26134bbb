package apikit

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"linnet/internal/base/fault"
)

// unknownFieldsHeader lists the fields of a body that the operation ignored.
const unknownFieldsHeader = "Linnet-Unknown-Fields"

// maxUnknownInHeader bounds how many fields the header names.
const maxUnknownInHeader = 20

// body is the JSON body of a request.
type body struct {
	data    []byte
	tree    any           // data, parsed, for a service that validates it; nil if it is not JSON
	invalid []fault.Field // that the operation's schema does not allow
	err     error         // of data that is not JSON
}

// checkBody reads and parses a JSON body: a body whose shape exceeds the limits is
// rejected, and fields that the operation does not know are named in a header, or rejected
// with ?strict=true. decodeBody reports what does not match the schema, together with
// invalid parameters.
func (r *Router) checkBody(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		called := r.routeOf(req)
		if called.Upload || req.Body == nil || req.ContentLength == 0 {
			next.ServeHTTP(w, req)
			return
		}
		data, err := readBody(w, req)
		if err != nil {
			r.errors.Write(w, req, err)
			return
		}
		req.Body = io.NopCloser(bytes.NewReader(data))
		scan := bodyScanner{data: data, schemas: r.Schemas(), objects: &r.objects}
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
		CallOf(req.Context()).body = r.validBody(called, &scan)
		next.ServeHTTP(w, req)
	})
}

// validBody returns a scanned body, compared with the schema of its operation unless the
// service validates it.
func (r *Router) validBody(called *route, scan *bodyScanner) body {
	out := body{data: scan.data}
	switch {
	case called.body == nil || len(scan.data) == 0:
	case called.lenient && scan.whole:
		out.tree = scan.tree
	case !called.lenient:
		tree := scan.tree
		if !scan.whole {
			out.err = readJSON(scan.data, &tree)
		}
		if out.err == nil {
			out.invalid = invalidFields(r.Schemas(), called.body, tree)
		}
	}
	return out
}

// invalidFields returns the fields of a parsed body that a schema does not allow.
func invalidFields(schemas huma.Registry, schema *huma.Schema, tree any) []fault.Field {
	var found huma.ValidateResult
	at := huma.NewPathBuffer(make([]byte, 0, 128), 0)
	at.Push("body")
	huma.Validate(schemas, schema, at, huma.ModeWriteToServer, tree, &found)
	var out []fault.Field
	for _, err := range found.Errors {
		var detail huma.ErrorDetailer
		if errors.As(err, &detail) {
			field, message := fieldOf(detail.ErrorDetail())
			out = append(out, fault.Field{Field: field, Message: message})
		}
	}
	return out
}

// decodeBody decodes the body of a call. It is Malformed or Invalid when the body is not
// JSON or does not match the operation's schema or type.
func decodeBody(c *Call, into any) error {
	switch {
	case len(c.body.data) == 0:
		return nil
	case c.body.err != nil:
		return c.body.err
	case len(c.body.invalid) > 0:
		var faults fault.List
		for _, f := range c.body.invalid {
			faults.Add(f.Field, f.Message)
		}
		return withBodyMessage(faults.Err())
	}
	if raw, ok := into.(parsed); ok && c.body.tree != nil {
		raw.set(c.body.data, c.body.tree)
		return nil
	}
	return readJSON(c.body.data, into)
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
