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
			all, err := b.List(t.Context(), b.owner, kind, label.Query{})
			names := namesOf(all)
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

func namesOf(p label.Page) []string {
	names := make([]string, len(p.Labels))
	for i, l := range p.Labels {
		names[i] = l.Name
	}
	return names
}

func TestService_ListsPages(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		for _, kind := range kinds() {
			made := map[string]string{}
			for _, name := range []string{"Spring sale", "sale 50%", "Sales_2026", "Äpfel", "winter"} {
				made[name] = b.make(t, kind, name).ID
			}
			for search, want := range map[string][]string{
				"":            {"sale 50%", "Sales_2026", "Spring sale", "winter", "Äpfel"},
				"SALE":        {"sale 50%", "Sales_2026", "Spring sale"},
				"sale spring": {"Spring sale"},
				"0%":          {"sale 50%"},
				"s_2":         {"Sales_2026"},
				"äpf":         {"Äpfel"},
				"summer":      {},
			} {
				var got []string
				q := label.Query{Search: search, Limit: 2}
				for range len(want) + 1 {
					page, err := b.List(t.Context(), b.owner, kind, q)
					if err != nil || page.Total != len(want) || len(page.Labels) > q.Limit {
						t.Fatalf("%s: %q after %q: %d of %d, %v", kind, search, q.Cursor, len(page.Labels), page.Total, err)
					}
					got = append(got, namesOf(page)...)
					if q.Cursor = page.NextCursor; q.Cursor == "" {
						break
					}
				}
				// The order of letters beyond ASCII is the database's.
				if slices.Sort(got); !slices.Equal(got, slices.Sorted(slices.Values(want))) {
					t.Errorf("%s: search for %q: %q", kind, search, got)
				}
			}
			two, err := b.List(t.Context(), b.owner, kind, label.Query{IDs: []string{made["winter"], made["Spring sale"], "x"}, Limit: 9})
			if got := namesOf(two); err != nil || !slices.Equal(got, []string{"Spring sale", "winter"}) {
				t.Errorf("%s: two by their ids: %q, %v", kind, got, err)
			}
			for _, cursor := range []string{"x", "!", "AAAA", "IGE"} {
				if _, err := b.List(t.Context(), b.owner, kind, label.Query{Limit: 1, Cursor: cursor}); !fault.Is(err, fault.Invalid) {
					t.Errorf("%s: cursor %q: %v", kind, cursor, err)
				}
			}
		}
	})
}

func TestService_ContinuesAfterADeletedLabel(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		b.make(t, label.Tag, "a")
		last := b.make(t, label.Tag, "b")
		b.make(t, label.Tag, "c")
		page, err := b.List(t.Context(), b.owner, label.Tag, label.Query{Limit: 2})
		if err != nil {
			t.Fatal(err)
		}
		if err := b.Delete(t.Context(), b.owner, label.Tag, last.ID); err != nil {
			t.Fatal(err)
		}
		page, err = b.List(t.Context(), b.owner, label.Tag, label.Query{Limit: 2, Cursor: page.NextCursor})
		if got := namesOf(page); err != nil || !slices.Equal(got, []string{"c"}) || page.NextCursor != "" {
			t.Errorf("%q, %v", got, err)
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
			"a reversed name":      {label.Tag, label.Settings{Name: "a\u202eb"}, []string{"name"}},
			"an invisible name":    {label.Folder, label.Settings{Name: "\u3164"}, []string{"name"}},
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
		page, err := b.List(t.Context(), b.owner, label.Tag, label.Query{})
		tags := page.Labels
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
