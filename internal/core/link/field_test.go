package link

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"linnet/internal/core/routing"
)

// filled returns settings of which every field is set.
func filled() Settings {
	var s Settings
	for _, f := range Fields() {
		fill(reflect.ValueOf(f.Of(&s)).Elem())
	}
	return s
}

func fill(v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		v.SetString("text")
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int64:
		v.SetInt(307)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[time.Time]() {
			v.Set(reflect.ValueOf(time.Date(2026, 11, 22, 0, 0, 0, 0, time.UTC)))
			return
		}
		for i := range v.NumField() {
			fill(v.Field(i))
		}
	}
}

func TestSettings_EveryFieldIsCompared(t *testing.T) {
	t.Parallel()
	before, after := DefaultSettings(), filled()
	var changed []string
	for i, f := range after.fields() {
		if !reflect.DeepEqual(before.fields()[i].value, f.value) {
			changed = append(changed, f.name)
		}
	}
	for _, f := range Fields() {
		if f.Name == "forwardQuery" {
			continue // true by default
		}
		if !slices.ContainsFunc(changed, func(name string) bool { return name == f.Name || strings.HasPrefix(name, f.Name+".") }) {
			t.Errorf("the history does not list a change of %s", f.Name)
		}
	}
}

func TestSettings_EveryFieldIsRouted(t *testing.T) {
	t.Parallel()
	unrouted := []string{"Title", "Comments", "Tags", "FolderID", "ExternalID"} // visitors do not notice these
	want := filled()
	var target routing.Target
	want.route(&target)
	settings := reflect.ValueOf(want)
	for i := range settings.NumField() {
		name := settings.Type().Field(i).Name
		if slices.Contains(unrouted, name) {
			continue
		}
		got := reflect.ValueOf(target).FieldByName(name)
		if !got.IsValid() || !reflect.DeepEqual(got.Interface(), settings.Field(i).Interface()) {
			t.Errorf("route does not copy %s", name)
		}
	}
}

func TestField_Copy(t *testing.T) {
	t.Parallel()
	want := filled()
	var got Settings
	for _, f := range Fields() {
		if f.Name == "" {
			t.Error("a field of Settings has no name in JSON")
		}
		f.Copy(&got, &want)
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
}
