package httpapi

import (
	"reflect"
	"strings"
	"testing"

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

func TestUpdateLink_PatchHasEveryField(t *testing.T) {
	t.Parallel()
	var body UpdateLink
	fields := reflect.ValueOf(&body).Elem()
	for _, f := range reflect.VisibleFields(fields.Type()) {
		if !f.Anonymous {
			fields.FieldByIndex(f.Index).FieldByName("Named").SetBool(true)
		}
	}
	patch := reflect.ValueOf(body.patch())
	for i := range patch.NumField() {
		f := patch.Type().Field(i)
		if named := patch.Field(i); named.Kind() == reflect.Struct && !named.FieldByName("Named").Bool() {
			t.Errorf("patch does not set %s", f.Name)
		}
	}
}
