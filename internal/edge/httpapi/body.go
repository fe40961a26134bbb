package httpapi

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

// unknownFieldsHeader names the fields of a body that the operation ignored.
const unknownFieldsHeader = "Linnet-Unknown-Fields"

// maxUnknownInHeader bounds how many fields the header names.
const maxUnknownInHeader = 20

// checkBody reads a JSON body and scans it once before it is decoded: a body
// whose shape exceeds the limits is rejected, and fields that the operation
// does not know are named in a header, or rejected with ?strict=true.
func (a *API) checkBody(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		operation := callerOf(r.Context()).operation
		if operation == uploadOperation || r.Body == nil || r.ContentLength == 0 {
			next.ServeHTTP(w, r)
			return
		}
		body, err := readBody(w, r)
		if err != nil {
			a.refuse(w, r, err)
			return
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		scan := bodyScanner{data: body, schemas: a.huma.OpenAPI().Components.Schemas}
		if err := scan.run(a.bodySchemas[operation]); err != nil {
			a.refuse(w, r, err)
			return
		}
		if len(scan.unknown) > 0 && r.URL.Query().Get("strict") == "true" {
			a.refuse(w, r, unknownFieldsError(scan.unknown))
			return
		}
		if len(scan.unknown) > 0 {
			w.Header().Set(unknownFieldsHeader, strings.Join(scan.unknown[:min(len(scan.unknown), maxUnknownInHeader)], ", "))
		}
		next.ServeHTTP(w, r)
	})
}

func unknownFieldsError(paths []string) error {
	var faults fault.List
	for _, path := range paths {
		faults.Add(path, path+" is not a field of this operation. Remove it or check its spelling.")
	}
	return faults.Err()
}

// readBody reads a whole body of at most maxBody bytes within bodyTimeout.
func readBody(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	// Not every writer has a deadline: a recorder in a test does not.
	_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(bodyTimeout)) //nolint:forbidigo // the kernel's clock, not the product's
	body, err := io.ReadAll(io.LimitReader(r.Body, maxBody+1))
	var tooLarge *http.MaxBytesError
	if len(body) > maxBody || errors.As(err, &tooLarge) {
		_ = r.Body.Close()
		return nil, errTooLarge()
	}
	if err != nil {
		return nil, fault.Wrap(err, fault.Malformed, "The body did not arrive whole. Please send it again.")
	}
	return body, nil
}

// bodySchemasOf returns the schema of the JSON body of each operation that has
// one.
func bodySchemasOf(doc *huma.OpenAPI) map[string]*huma.Schema {
	schemas := map[string]*huma.Schema{}
	eachOperation(doc, func(key string, op *huma.Operation) {
		if op.RequestBody == nil || key == uploadOperation {
			return
		}
		if media := op.RequestBody.Content["application/json"]; media != nil {
			schemas[key] = media.Schema
		}
	})
	return schemas
}
