package link

import (
	"reflect"
	"time"

	"linnet/internal/core/event"
)

// FieldChange is the change of one field between two versions. Field is the name
// in the API; nil means "not set". The change of one password to another is
// {"password", nil, nil}, because versions do not contain passwords.
type FieldChange struct {
	Field    string
	From, To any
}

// compare sets the Changes of versions, which are sorted newest first.
func compare(versions []Version) {
	for i := range versions {
		v := &versions[i]
		switch {
		case v.Kind == event.LinkDeleted || v.Kind == event.LinkRestored: // no field changes
		case v.Kind == event.LinkCreated:
			v.Changes = diff(Snapshot{Settings: DefaultSettings()}, v.Snapshot)
		case i+1 < len(versions): // the previous version is listed
			v.Changes = diff(versions[i+1].Snapshot, v.Snapshot)
		}
		if v.Kind == event.LinkUpdated && len(v.Changes) == 0 && v.Snapshot.HasPassword {
			v.Changes = []FieldChange{{Field: "password"}}
		}
	}
}

// diff returns the fields that differ, in the order of Snapshot.fields.
func diff(from, to Snapshot) []FieldChange {
	var out []FieldChange
	before, after := from.fields(), to.fields()
	for i := range after {
		if !reflect.DeepEqual(before[i].value, after[i].value) {
			out = append(out, FieldChange{Field: after[i].name, From: before[i].value, To: after[i].value})
		}
	}
	return out
}

// fieldValue is a field by its name in the API. The value is nil if nothing is
// set.
type fieldValue struct {
	name  string
	value any
}

// fields returns everything that an editor can set, in the order of the editor.
func (s *Snapshot) fields() []fieldValue {
	out := []fieldValue{{"alias", firstOrNil(s.Aliases)}}
	for _, f := range s.Settings.fields() {
		switch out = append(out, f); f.name {
		case "folderId":
			out = append(out, fieldValue{"status", s.status()})
		case "fallbackUrl":
			out = append(out, fieldValue{"hasPassword", s.HasPassword})
		}
	}
	return out
}

// status returns the part of the status that is set, not derived.
func (s *Snapshot) status() any {
	switch {
	case s.Blocked:
		return string(Blocked)
	case s.Archived:
		return string(Archived)
	default:
		return string(Active)
	}
}

func orNil[T comparable](v T) any {
	var zero T
	if v == zero {
		return nil
	}
	return v
}

func listOrNil[T any](v []T) any {
	if len(v) == 0 {
		return nil
	}
	return v
}

func firstOrNil(v []string) any {
	if len(v) == 0 {
		return nil
	}
	return v[0]
}

func timeOrNil(t time.Time) any {
	if t.IsZero() {
		return nil
	}
	return t.UTC()
}
