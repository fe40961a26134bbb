package apikit

import (
	"bytes"
	"cmp"
	"encoding/json"
	"net/http"
	"reflect"
	"regexp"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// The security schemes of the document. The requirement of KeyScheme names the
// scope of the operation.
const (
	sessionScheme = "token"
	KeyScheme     = "apiKey"
)

// Document describes an API as a whole.
type Document struct {
	Title       string
	Version     string // empty: "dev"
	Description string // Markdown
	Tags        []*huma.Tag
	// Names are those of the schemas of types that have other names in Go.
	Names map[reflect.Type]string
	// IDs describes the ids in paths, by the path before them, such as "/links".
	IDs map[string]ID
}

// ID describes the ids of a noun.
type ID struct{ Description, Example string }

// describeID describes the id in an operation's path.
func (d Document) describeID(path string, op *huma.Operation) {
	id, known := d.IDs[beforeID(path)]
	for _, p := range op.Parameters {
		if !known || p.In != "path" || p.Name != "id" {
			continue
		}
		p.Description = id.Description
		schema := *p.Schema
		schema.Description = id.Description
		if id.Example != "" {
			schema.Examples = []any{id.Example}
		}
		p.Schema = &schema
	}
}

// beforeID returns the part of a path before an id.
func beforeID(path string) string {
	before, _, _ := strings.Cut(path, "/{id}")
	return before
}

// schemaName returns the name of the schema of a type.
func (d Document) schemaName(t reflect.Type, hint string) string {
	of := t
	for of.Kind() == reflect.Pointer {
		of = of.Elem()
	}
	if name, ok := d.Names[of]; ok {
		return name
	}
	return huma.DefaultSchemaNamer(t, hint)
}

// complete fills in what holds for the whole API and corrects huma's schemas.
func (d Document) complete(doc *huma.OpenAPI) {
	doc.Info.Version = cmp.Or(d.Version, "dev")
	doc.Info.Description = d.Description
	doc.Components.SecuritySchemes = map[string]*huma.SecurityScheme{
		sessionScheme: {Type: "http", Scheme: "bearer", Description: "The token of a login or a sign-up."},
		KeyScheme: {
			Type:         "http",
			Scheme:       "bearer",
			BearerFormat: "lnt_…",
			Description:  "An API key with the scope that the operation names. Operations that do not list this scheme reject API keys.",
		},
	}
	doc.Tags = d.Tags
	for name, schema := range doc.Components.Schemas.Map() {
		if t := doc.Components.Schemas.TypeFromRef(schemaPrefix + name); t != nil && t.Kind() == reflect.Struct {
			allowNull(t, schema)
		}
		for _, property := range schema.Properties {
			if property.Nullable && len(property.Enum) > 0 {
				property.Enum = append(property.Enum, nil) // JSON Schema requires it, huma omits it
			}
		}
	}
}

// Rendered returns the document as indented JSON with a line feed at its end.
// It is the same on every machine. Call it after Complete.
func (r *Router) Rendered() ([]byte, error) { return r.rendered() }

// indentedReference is an object with a reference only, in indented JSON.
var indentedReference = regexp.MustCompile(`\{\s+("\$ref": "[^"]*")\s+\}`)

// render writes a reference on one line: most objects of the document are references.
func render(doc *huma.OpenAPI) ([]byte, error) {
	raw, err := json.Marshal(doc)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	if err := json.Indent(&out, raw, "", "  "); err != nil {
		return nil, err
	}
	out.WriteByte('\n')
	return indentedReference.ReplaceAll(out.Bytes(), []byte("{ $1 }")), nil
}

func (r *Router) serveDocument(w http.ResponseWriter, req *http.Request) {
	doc, err := r.rendered()
	if err != nil {
		r.errors.Write(w, req, err)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "public, max-age=300")
	_, _ = w.Write(doc) // the client may have disconnected
}

// EachOperation calls visit with every operation of the document and its key,
// such as "GET /links/{id}", in no particular order.
func EachOperation(doc *huma.OpenAPI, visit func(key string, op *huma.Operation)) {
	for path, item := range doc.Paths {
		for method, op := range operationsOf(item) {
			if op != nil {
				visit(method+" "+path, op)
			}
		}
	}
}

// operationsOf returns the operations of a path by method; nil for methods without one.
func operationsOf(item *huma.PathItem) map[string]*huma.Operation {
	return map[string]*huma.Operation{
		http.MethodGet:    item.Get,
		http.MethodPost:   item.Post,
		http.MethodPut:    item.Put,
		http.MethodPatch:  item.Patch,
		http.MethodDelete: item.Delete,
	}
}
