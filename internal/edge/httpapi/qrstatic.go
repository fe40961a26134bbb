package httpapi

import (
	"encoding/json"
	"reflect"

	"github.com/danielgtaylor/huma/v2"

	"linnet/internal/base/fault"
	"linnet/internal/core/qr/content"
	"linnet/internal/edge/apikit"
)

// staticContent is a static content in its JSON form.
type staticContent struct {
	Content content.Content
	raw     []byte // of a request
}

// MarshalJSON encodes the content.
func (c staticContent) MarshalJSON() ([]byte, error) { return json.Marshal(c.Content) }

// UnmarshalJSON stores the JSON, which content.Decode decodes.
func (c *staticContent) UnmarshalJSON(data []byte) error {
	c.raw = append([]byte(nil), data...)
	return nil
}

// decode returns the content of a request, which is zero if the request has none.
func (c staticContent) decode(field string) (content.Content, error) {
	if len(c.raw) == 0 {
		return content.Content{}, nil
	}
	return content.Decode(c.raw, field)
}

// Schema is the union of the contents of all types. Their shapes are extensions, so
// that huma checks only that they are objects; package content validates the rest with
// better messages.
func (staticContent) Schema(r huma.Registry) *huma.Schema {
	return apikit.NamedSchema(r, "QRStaticContent", func() *huma.Schema {
		variants := apikit.Map(content.Bodies(), func(body content.Body) apikit.Variant {
			return apikit.Variant{Type: string(body.Kind()), Schema: staticSchema(r, body)}
		})
		return apikit.Union(
			"What a static QR code holds. Its type decides its further fields. Encoded, it has at most 1,000 bytes.", variants)
	})
}

// staticSchema is the schema of contents of one type.
func staticSchema(r huma.Registry, body content.Body) *huma.Schema {
	of := reflect.TypeOf(body).Elem()
	return apikit.NamedSchema(r, "QR"+of.Name()+"Content", func() *huma.Schema {
		s := fieldsSchema(r, of)
		s.Properties["type"] = apikit.Enum(body.Kind())
		s.Required = append([]string{"type"}, s.Required...)
		return s
	})
}

// errNoStatic returns the fault of a request with null for a static content.
func errNoStatic() error {
	return fault.New(fault.Invalid, "Send a static content as a JSON object.").At("staticContent")
}
