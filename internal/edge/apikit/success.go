package apikit

import (
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// setLocation is a transformer that names the resource which a request has created
// (RFC 9110, 10.2.2).
func (r *Router) setLocation(hc huma.Context, status string, v any) (any, error) {
	if status != strconv.Itoa(http.StatusCreated) {
		return v, nil
	}
	collection, ok := r.collectionOf(hc.Operation().Path)
	if id := idOf(v); ok && id != "" {
		hc.SetHeader("Location", r.prefix+collection+"/"+id)
	}
	return v, nil
}

// collectionOf returns the path of the collection in which an operation at path creates a
// resource, if single ones can be read there.
func (r *Router) collectionOf(path string) (string, bool) {
	path = strings.TrimSuffix(path, "/upsert")
	_, readable := r.routes[http.MethodGet+" "+path+"/{id}"]
	return path, readable
}

// idOf returns the field ID of a body, or "".
func idOf(body any) string {
	v := reflect.Indirect(reflect.ValueOf(body))
	if v.Kind() != reflect.Struct {
		return ""
	}
	if id := v.FieldByName("ID"); id.Kind() == reflect.String {
		return id.String()
	}
	return ""
}

// describeSuccess documents what the router adds to successful responses.
func (r *Router) describeSuccess() {
	EachOperation(r.huma.OpenAPI(), func(_ string, op *huma.Operation) {
		created := op.Responses[strconv.Itoa(http.StatusCreated)]
		if _, readable := r.collectionOf(op.Path); created != nil && readable {
			setHeader(created, "Location", &huma.Param{
				Schema:      &huma.Schema{Type: huma.TypeString},
				Description: "The path of what was created.",
			})
		}
		success := op.Responses[strconv.Itoa(http.StatusOK)]
		if op.Method != http.MethodGet || success == nil || success.Headers["ETag"] == nil {
			return
		}
		op.Responses[strconv.Itoa(http.StatusNotModified)] = sharedResponse(r.huma.OpenAPI(), http.StatusNotModified)
		if !slices.ContainsFunc(op.Parameters, func(p *huma.Param) bool { return p.Name == noneMatchName }) {
			op.Parameters = append(op.Parameters, noneMatchParam)
		}
	})
}

func setHeader(response *huma.Response, name string, header *huma.Param) {
	if response.Headers == nil {
		response.Headers = map[string]*huma.Header{}
	}
	response.Headers[name] = header
}

// orExisting documents that an operation returns 200 instead of 201, with the same body,
// if there was something already.
func orExisting(op *huma.Operation) {
	existing := *op.Responses[strconv.Itoa(http.StatusCreated)]
	existing.Description = http.StatusText(http.StatusOK)
	op.Responses[strconv.Itoa(http.StatusOK)] = &existing
}
