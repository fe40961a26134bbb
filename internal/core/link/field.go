package link

import (
	"reflect"
	"strings"
)

// Field is one of Settings.
type Field struct {
	Name  string // in JSON, such as "expiresAction"
	index int
}

// Fields returns the fields of Settings in their order.
func Fields() []Field {
	settings := reflect.TypeFor[Settings]()
	fields := make([]Field, settings.NumField())
	for i := range fields {
		name, _, _ := strings.Cut(settings.Field(i).Tag.Get("json"), ",")
		fields[i] = Field{Name: name, index: i}
	}
	return fields
}

// Of returns a pointer to the field of s. Texts are *string, whatever their type in
// Settings is called.
func (f Field) Of(s *Settings) any {
	at := reflect.ValueOf(s).Elem().Field(f.index).Addr()
	if at.Elem().Kind() == reflect.String {
		at = at.Convert(reflect.TypeFor[*string]())
	}
	return at.Interface()
}

// Copy sets the field of to to that of from.
func (f Field) Copy(to, from *Settings) {
	reflect.ValueOf(to).Elem().Field(f.index).Set(reflect.ValueOf(from).Elem().Field(f.index))
}
