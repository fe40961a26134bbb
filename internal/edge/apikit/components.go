package apikit

import (
	"net/http"
	"reflect"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// sharedResponse returns a reference to the response of a status: a problem document, or
// nothing for a success. It adds that response to the document when it is the first of its
// status.
func sharedResponse(doc *huma.OpenAPI, status int) *huma.Response {
	text := http.StatusText(status)
	name := strings.ReplaceAll(text, " ", "")
	if doc.Components.Responses[name] == nil {
		shared := &huma.Response{Description: text}
		if status >= http.StatusBadRequest {
			problem := SchemaOf[Problem](doc.Components.Schemas)
			shared.Content = map[string]*huma.MediaType{problemType: {Schema: problem}}
		}
		doc.Components.Responses[name] = shared
	}
	return &huma.Response{Ref: responseRefs + name}
}

// paramKey identifies a parameter of an operation.
type paramKey struct{ in, name string }

// paramNames returns the names of an operation's parameters in the document's components:
// the struct that declares the parameter and its name, such as PageParams.limit.
func paramNames(input reflect.Type, whole bool) map[paramKey]string {
	names := map[paramKey]string{{"query", strictName}: strictName}
	for _, p := range []*huma.Param{workspaceParam, idempotencyParam, noneMatchParam} {
		names[paramKey{p.In, p.Name}] = p.Name
	}
	if whole {
		for _, p := range wholePageParams() {
			names[paramKey{p.In, p.Name}] = "WholeList." + p.Name
		}
	}
	addParamNames(names, input)
	return names
}

// addParamNames adds the names of the parameters that a struct and those embedded in it
// declare. A struct without a name declares parameters of one operation.
func addParamNames(names map[paramKey]string, of reflect.Type) {
	for i := range of.NumField() {
		f := of.Field(i)
		if f.Anonymous && f.Type.Kind() == reflect.Struct {
			addParamNames(names, f.Type)
		}
		for _, in := range []string{"path", "query", "header", "cookie"} {
			if name, _, _ := strings.Cut(f.Tag.Get(in), ","); name != "" && of.Name() != "" {
				names[paramKey{in, name}] = huma.DefaultSchemaNamer(of, "") + "." + name
			}
		}
	}
}

// shareParams moves the parameters that several operations have to the document's
// components, and replaces them by references.
func (r *Router) shareParams() {
	doc := r.huma.OpenAPI()
	uses := map[string][]**huma.Param{}
	EachOperation(doc, func(key string, op *huma.Operation) {
		names := paramNames(r.routes[key].input, r.routes[key].whole)
		for i, p := range op.Parameters {
			name := names[paramKey{p.In, p.Name}]
			if p.In == "path" && p.Name == "id" { // of many nouns
				name = strings.ReplaceAll(strings.Trim(beforeID(op.Path), "/"), "/", ".") + ".id"
			}
			if name != "" {
				uses[name] = append(uses[name], &op.Parameters[i])
			}
		}
	})
	for name, places := range uses {
		shared := *places[0]
		differs := func(p **huma.Param) bool { return !reflect.DeepEqual(*p, shared) }
		if len(places) == 1 || slices.ContainsFunc(places, differs) {
			continue
		}
		doc.Components.Parameters[name] = shared
		for _, place := range places {
			*place = &huma.Param{Ref: paramRefs + name}
		}
	}
}

// The beginnings of references to the document's components.
const (
	paramRefs    = "#/components/parameters/"
	responseRefs = "#/components/responses/"
)

// ParamOf returns a parameter of an operation: the shared one if p refers to it.
func ParamOf(doc *huma.OpenAPI, p *huma.Param) *huma.Param {
	if name, shared := strings.CutPrefix(p.Ref, paramRefs); shared {
		return doc.Components.Parameters[name]
	}
	return p
}

// ResponseOf returns a response of an operation: the shared one if r refers to it.
func ResponseOf(doc *huma.OpenAPI, r *huma.Response) *huma.Response {
	if name, shared := strings.CutPrefix(r.Ref, responseRefs); shared {
		return doc.Components.Responses[name]
	}
	return r
}
