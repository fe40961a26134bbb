package httpapi

import (
	"bytes"
	"cmp"
	"encoding/json"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"linnet/internal/base/clock"
)

// OpenAPI returns the OpenAPI 3.1 document of the API, indented, with a line
// feed at its end. It needs no service and is the same on every machine.
func OpenAPI() ([]byte, error) { return New(Options{Clock: clock.System{}}).document() }

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
	return out.Bytes(), nil
}

// finishDocument says what holds for the whole API.
func finishDocument(doc *huma.OpenAPI, version string) {
	doc.Info.Version = cmp.Or(version, "dev")
	doc.Info.Description = "Short links, their rules and their clicks.\n\n" +
		"Send `Authorization: Bearer <token>` with the token of a login. Times are RFC 3339 in UTC, ids are opaque. " +
		"Every failure is a problem document with a stable `code`. Fields and query parameters that an operation does not know are ignored, " +
		"unless it says otherwise: the header `Linnet-Unknown-Fields` names the fields of a body that were ignored, and `?strict=true` refuses them. " +
		"A body has at most 1 MiB, 1,000 entries in a list and 64 levels; a query has at most 200 values of one parameter. A token may call 600 times a minute: `RateLimit` and `RateLimit-Policy` tell what is left."
	doc.Components.SecuritySchemes = map[string]*huma.SecurityScheme{
		"token": {Type: "http", Scheme: "bearer", Description: "The token of a login or a signup."},
	}
	doc.Tags = []*huma.Tag{
		{Name: "Auth", Description: "Getting in and out."},
		{Name: "Me", Description: "The user who is logged in."},
		{Name: "Workspaces", Description: "What owns links, and who may do what."},
		{Name: "Links", Description: "Destinations behind aliases."},
		{Name: "Imports and exports", Description: "Links in numbers, as files; each is a job that goes on by itself."},
		{Name: "QR codes", Description: "Links as pictures, and who came by them."},
		{Name: "Analytics", Description: "Clicks, counted and one by one."},
		{Name: "Dashboard", Description: "The figures of the dashboard's home."},
		{Name: "Notifications", Description: "What the user should know."},
		{Name: "Install", Description: "What this install offers to everybody."},
	}
	for _, schema := range doc.Components.Schemas.Map() {
		// Tolerated, not promised: a client's types should hold our fields only.
		if schema.AdditionalProperties == true {
			schema.AdditionalProperties = nil
		}
		for _, property := range schema.Properties {
			if property.Nullable && len(property.Enum) > 0 {
				property.Enum = append(property.Enum, nil) // JSON Schema asks for it, the framework forgets it
			}
		}
	}
}

func (a *API) serveDocument(w http.ResponseWriter, r *http.Request) {
	doc, err := a.document()
	if err != nil {
		a.refuse(w, r, err)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "public, max-age=300")
	_, _ = w.Write(doc) // when the client is gone there is nobody to tell
}
