package link

import (
	"reflect"
	"time"

	"linnet/internal/core/event"
)

// FieldChange is one field of a link that a version changed. The names are
// those of the wire (spec: api.md "Link"); nil is "not set". A password that
// was replaced is named with two nils: no version holds one.
type FieldChange struct {
	Field    string
	From, To any
}

// compare tells of each version, newest first, what it changed.
func compare(versions []Version) {
	for i := range versions {
		v := &versions[i]
		switch {
		case v.Kind == event.LinkDeleted || v.Kind == event.LinkRestored: // nothing but that
		case v.Kind == event.LinkCreated:
			v.Changes = diff(Snapshot{RedirectStatus: 302, ForwardQuery: true}, v.Snapshot)
		case i+1 < len(versions): // the one before is known
			v.Changes = diff(versions[i+1].Snapshot, v.Snapshot)
		}
		if v.Kind == event.LinkUpdated && len(v.Changes) == 0 && v.Snapshot.HasPassword {
			v.Changes = []FieldChange{{Field: "password"}}
		}
	}
}

// diff returns what differs, in the order of fields.
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

type snapshotField struct {
	name  string
	value any
}

// fields returns all that a person can set, in the order of the editor.
func (s Snapshot) fields() []snapshotField {
	return []snapshotField{
		{"alias", first(s.Aliases)}, {"url", orNil(s.URL)}, {"title", orNil(s.Title)}, {"comments", orNil(s.Comments)},
		{"tags", list(s.Tags)}, {"folderId", orNil(s.FolderID)}, {"status", s.status()},
		{"redirectStatus", s.RedirectStatus}, {"forwardQuery", s.ForwardQuery}, {"forwardPath", s.ForwardPath}, {"indexable", s.Indexable},
		{"trackConversions", s.TrackConversions},
		{"startsAt", timeOrNil(s.StartsAt)}, {"expiresAt", timeOrNil(s.ExpiresAt)}, {"maxClicks", orNil(s.MaxClicks)},
		{"fallbackUrl", orNil(s.FallbackURL)}, {"hasPassword", s.HasPassword},
		{"preview.title", orNil(s.Preview.Title)}, {"preview.description", orNil(s.Preview.Description)}, {"preview.image", orNil(s.Preview.Image)},
		{"utm.source", orNil(s.UTM.Source)}, {"utm.medium", orNil(s.UTM.Medium)}, {"utm.campaign", orNil(s.UTM.Campaign)},
		{"utm.term", orNil(s.UTM.Term)}, {"utm.content", orNil(s.UTM.Content)}, {"utm.ref", orNil(s.UTM.Ref)},
		{"rules", list(s.Rules)}, {"split", list(s.Split)},
	}
}

// status is what a person sets; the other states follow from times and limits.
func (s Snapshot) status() any {
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

func list[T any](v []T) any {
	if len(v) == 0 {
		return nil
	}
	return v
}

func first(v []string) any {
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
