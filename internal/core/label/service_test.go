package label_test

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/domain"
	"linnet/internal/core/label"
	"linnet/internal/core/link"
	"linnet/internal/core/utm"
	"linnet/internal/infra/records"
	"linnet/internal/testkit"

	"context"
)

type bench struct {
	*label.Service
	links *link.Service
	store *records.Store
	owner access.Actor
}

func (*bench) Hash(_ context.Context, plain string) (string, error) { return plain, nil }

func onBoth(t *testing.T, run func(t *testing.T, b *bench)) {
	t.Helper()
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		clock := clock.NewManual(testkit.Day())
		b := &bench{Service: label.NewService(s, clock), store: s, owner: testkit.Owner(t, s)}
		b.links = link.New(link.Deps{Store: s, Domains: domain.New(domain.Deps{Store: s, Clock: clock}), Hasher: b, Clock: clock}, testkit.Unguarded{})
		run(t, b)
	})
}

func (b *bench) make(t *testing.T, kind label.Kind, name string) label.Label {
	t.Helper()
	l, err := b.Create(t.Context(), b.owner, kind, label.Settings{Name: name})
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func kinds() []label.Kind { return []label.Kind{label.Tag, label.Folder, label.Template} }

func TestService_CreateListUpdateDelete(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		for _, kind := range kinds() {
			zebra := b.make(t, kind, "  Zebra ")
			b.make(t, kind, "ähre")
			b.make(t, kind, "apple")
			if _, err := b.Create(t.Context(), b.owner, kind, label.Settings{Name: "ZEBRA"}); !fault.Is(err, fault.Conflict) {
				t.Errorf("%s: a second zebra: %v", kind, err)
			}
			changed, err := b.Update(t.Context(), b.owner, kind, zebra.ID, func(s *label.Settings) { s.Name = "aardvark" })
			if err != nil {
				t.Fatal(err)
			}
			if _, err := b.Update(t.Context(), b.owner, kind, zebra.ID, func(s *label.Settings) { s.Name = "Apple" }); !fault.Is(err, fault.Conflict) {
				t.Errorf("%s: renamed to a taken name: %v", kind, err)
			}
			changed.Level = "" // is the reader's
			if got, err := b.store.Label(t.Context(), b.owner.View(), kind, zebra.ID); err != nil || !cmp.Equal(got, changed) {
				t.Errorf("%s: %v %s", kind, err, cmp.Diff(got, changed))
			}
			all, err := b.List(t.Context(), b.owner, kind)
			names := []string{}
			for _, l := range all {
				names = append(names, l.Name)
			}
			slices.Sort(names)
			if want := []string{"aardvark", "apple", "ähre"}; err != nil || !slices.Equal(names, want) {
				t.Errorf("%s: %q, %v", kind, names, err)
			}
			if err := b.Delete(t.Context(), b.owner, kind, zebra.ID); err != nil {
				t.Error(err)
			}
			for name, err := range map[string]error{
				"delete": b.Delete(t.Context(), b.owner, kind, zebra.ID),
				"update": errOf(b.Update(t.Context(), b.owner, kind, zebra.ID, func(s *label.Settings) { s.Name = "x" })),
			} {
				if !fault.Is(err, fault.NotFound) {
					t.Errorf("%s: %s after its end: %v", kind, name, err)
				}
			}
		}
	})
}

func errOf[T any](_ T, err error) error { return err }

func TestService_RejectsInvalidLabels(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		for name, c := range map[string]struct {
			kind  label.Kind
			draft label.Settings
			want  []string
		}{
			"no name":              {label.Folder, label.Settings{Name: " "}, []string{"name"}},
			"a long name":          {label.Tag, label.Settings{Name: strings.Repeat("ä", 51)}, []string{"name"}},
			"a comma in a tag":     {label.Tag, label.Settings{Name: "a,b"}, []string{"name"}},
			"a line break":         {label.Folder, label.Settings{Name: "a\nb"}, []string{"name"}},
			"a color that is none": {label.Tag, label.Settings{Name: "x", Color: "red"}, []string{"color"}},
			"a folder's color":     {label.Folder, label.Settings{Name: "x", Color: "#112233"}, []string{"color"}},
			"a tag's UTM values":   {label.Tag, label.Settings{Name: "x", UTM: utm.Params{Source: "s"}}, []string{"utm"}},
			"a long UTM value":     {label.Template, label.Settings{Name: "x", UTM: utm.Params{Term: strings.Repeat("x", 501)}}, []string{"utm.term"}},
		} {
			_, err := b.Create(t.Context(), b.owner, c.kind, c.draft)
			var f *fault.Error
			if !errors.As(err, &f) || f.Code != fault.Invalid || len(f.Fields) != len(c.want) || f.Fields[0].Field != c.want[0] {
				t.Errorf("%s: %v", name, err)
			}
		}
		if _, err := b.Create(t.Context(), b.owner, label.Folder, label.Settings{Name: "a,b"}); err != nil {
			t.Errorf("a comma in a folder: %v", err)
		}
		got, err := b.Create(t.Context(), b.owner, label.Tag, label.Settings{Name: "x", Color: "#AABBCC"})
		if err != nil || got.Color != "#aabbcc" {
			t.Errorf("a color: %+v, %v", got, err)
		}
		utm := utm.Params{Source: "news", Medium: "mail", Campaign: "may", Term: "t", Content: "c", Ref: "r"}
		made, err := b.Create(t.Context(), b.owner, label.Template, label.Settings{Name: "x", UTM: utm})
		if err != nil {
			t.Fatal(err)
		}
		if kept, err := b.store.Label(t.Context(), b.owner.View(), label.Template, made.ID); err != nil || kept.UTM != utm {
			t.Errorf("a template: %+v, %v", kept, err)
		}
	})
}

func TestService_RenamesAndRemovesLabelsOfLinks(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		folder := b.make(t, label.Folder, "Campaigns")
		l, err := b.links.Create(t.Context(), b.owner, link.Draft{Settings: link.Settings{URL: "https://example.com/", Tags: []string{"spring", "Press"}, FolderID: folder.ID}})
		if err != nil {
			t.Fatal(err)
		}
		tags, err := b.List(t.Context(), b.owner, label.Tag)
		if err != nil || len(tags) != 2 || tags[0].Name != "Press" || tags[0].Links != 1 {
			t.Fatalf("the link's tags: %+v, %v", tags, err)
		}
		if got, err := b.store.Label(t.Context(), b.owner.View(), label.Folder, folder.ID); err != nil || got.Links != 1 {
			t.Errorf("the folder: %+v, %v", got, err)
		}
		if _, err := b.Update(t.Context(), b.owner, label.Tag, tags[0].ID, func(s *label.Settings) { s.Name = "Media" }); err != nil {
			t.Fatal(err)
		}
		if err := b.Delete(t.Context(), b.owner, label.Tag, tags[1].ID); err != nil {
			t.Fatal(err)
		}
		if err := b.Delete(t.Context(), b.owner, label.Folder, folder.ID); err != nil {
			t.Fatal(err)
		}
		got, err := b.links.Get(t.Context(), b.owner, l.ID)
		if err != nil || !slices.Equal(got.Tags, []string{"Media"}) || got.FolderID != "" {
			t.Errorf("the link has %q in %q, %v", got.Tags, got.FolderID, err)
		}
	})
}

func TestService_SeparatesWorkspaces(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		stranger, viewer := testkit.Owner(t, b.store), b.owner
		viewer.Role = access.Viewer
		for _, kind := range kinds() {
			l := b.make(t, kind, "ours")
			if _, err := b.Update(t.Context(), stranger, kind, l.ID, func(s *label.Settings) { s.Name = "x" }); !fault.Is(err, fault.NotFound) {
				t.Errorf("%s: a stranger updates: %v", kind, err)
			}
			if err := b.Delete(t.Context(), stranger, kind, l.ID); !fault.Is(err, fault.NotFound) {
				t.Errorf("%s: a stranger deletes: %v", kind, err)
			}
			if _, err := b.Create(t.Context(), stranger, kind, label.Settings{Name: "ours"}); err != nil {
				t.Errorf("%s: a stranger's own of that name: %v", kind, err)
			}
			for name, err := range map[string]error{
				"creates": errOf(b.Create(t.Context(), viewer, kind, label.Settings{Name: "x"})), "deletes": b.Delete(t.Context(), viewer, kind, l.ID),
				"updates": errOf(b.Update(t.Context(), viewer, kind, l.ID, func(s *label.Settings) { s.Name = "x" })),
			} {
				if !fault.Is(err, fault.Forbidden) {
					t.Errorf("%s: a viewer %s: %v", kind, name, err)
				}
			}
			events, err := b.store.EventsOf(t.Context(), b.owner.WorkspaceID, l.ID, 9)
			if err != nil || len(events) != 1 || !json.Valid(events[0].Data) {
				t.Errorf("%s: events %v, %v", kind, events, err)
			}
		}
	})
}
