package httpapi

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"linnet/internal/base/fault"
	"linnet/internal/core/link"
)

// jsonNames returns the names of a struct's fields in JSON, embedded ones included.
func jsonNames(t reflect.Type) map[string]bool {
	names := map[string]bool{}
	for _, f := range reflect.VisibleFields(t) {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		names[name] = true
	}
	return names
}

func TestLinkFields_HaveEverySetting(t *testing.T) {
	t.Parallel()
	for _, shape := range []reflect.Type{reflect.TypeFor[CreateLink](), reflect.TypeFor[UpdateLink](), reflect.TypeFor[Link]()} {
		names := jsonNames(shape)
		for _, f := range link.Fields() {
			if !names[f.Name] {
				t.Errorf("%s has no field %s", shape.Name(), f.Name)
			}
		}
	}
}

func TestUpdateLink_SetsEveryField(t *testing.T) {
	t.Parallel()
	var body UpdateLink
	if err := json.Unmarshal([]byte(`{
		"url": "https://example.com/", "domain": "example.com", "alias": "a", "title": "t", "comments": "c", "tags": ["x"],
		"folderId": "fld_1", "externalId": "crm:1", "preview": {"title": "t"}, "redirectStatus": 301, "forwardQuery": true, "forwardPath": true,
		"indexable": true, "trackConversions": true, "startsAt": "2030-01-01T00:00:00Z", "expiresAt": "2031-01-01T00:00:00Z",
		"maxClicks": 1, "fallbackUrl": "https://example.com/f", "expiresAction": "page", "password": "open", "utm": {"ref": "r"},
		"rules": [{"when": {"field": "bot", "op": "present"}, "then": {"block": 404}}],
		"split": [{"url": "https://example.com/a", "weight": 100}], "status": "archived"
	}`), &body); err != nil {
		t.Fatal(err)
	}
	var draft link.Draft
	body.edit([]fault.Field{{Field: "url"}})(&draft)
	for _, value := range []reflect.Value{reflect.ValueOf(draft), reflect.ValueOf(draft.Settings)} {
		for i := range value.NumField() {
			if value.Field(i).IsZero() {
				t.Errorf("the edit does not set %s", value.Type().Field(i).Name)
			}
		}
	}
}
