package qr_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/qr"
	"linnet/internal/core/qr/look"
	"linnet/internal/testkit"
)

const guests = `{"type":"wifi","ssid":"Guests","password":"open sesame"}`

func TestService_StaticCodes(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		made, err := b.Create(t.Context(), b.owner, qr.Draft{Static: []byte(guests), Name: "Lobby"})
		if err != nil {
			t.Fatal(err)
		}
		if !made.IsStatic() || made.Marked || made.Static.Text() != `WIFI:T:WPA;S:Guests;P:open sesame;;` || made.Look != look.Defaults() {
			t.Errorf("%+v", made)
		}
		changed, err := b.Update(t.Context(), b.owner, made.ID, qr.Patch{Static: []byte(`{"type":"wifi","ssid":"Guests","password":"another one"}`)})
		if err != nil || changed.Marked || changed.Name != "Lobby" {
			t.Fatalf("%+v, %v", changed, err)
		}
		got, err := b.Get(t.Context(), b.owner, made.ID)
		if err != nil || got.Static.Text() != `WIFI:T:WPA;S:Guests;P:another one;;` {
			t.Errorf("%+v, %v", got, err)
		}
		events, err := b.store.EventsOf(t.Context(), b.owner.WorkspaceID, made.ID, 10)
		if err != nil || len(events) != 2 {
			t.Fatalf("%v, %v", events, err)
		}
		recorded := ""
		for _, e := range events {
			recorded += string(e.Data)
		}
		if strings.Contains(recorded, "sesame") || strings.Contains(recorded, "another") || !strings.Contains(recorded, "contentChangedAt") {
			t.Errorf("the events are %s", recorded)
		}
		if err := b.Delete(t.Context(), b.owner, made.ID); err != nil {
			t.Error(err)
		}
	})
}

func TestService_FindsStaticCodes(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		l := b.link(t, "launch")
		b.make(t, l.ID, "Poster")
		if _, err := b.Create(t.Context(), b.owner, qr.Draft{Static: []byte(guests), Name: "Lobby"}); err != nil {
			t.Fatal(err)
		}
		for search, want := range map[string][]string{
			"": {"Lobby", "Poster"}, "GUESTS": {"Lobby"}, "wi-fi lobby": {"Lobby"}, "sesame": {}, "launch": {"Poster"},
		} {
			got := b.names(t, qr.Filter{Search: search})
			slices.Sort(got)
			if !slices.Equal(got, want) {
				t.Errorf("%q finds %v", search, got)
			}
		}
		if got := b.names(t, qr.Filter{LinkID: l.ID}); !slices.Equal(got, []string{"Poster"}) {
			t.Errorf("the codes of the link are %v", got)
		}
		stranger := testkit.Owner(t, b.store)
		if page, err := b.List(t.Context(), stranger, qr.Filter{}); err != nil || page.Total != 0 {
			t.Errorf("a stranger sees %+v, %v", page, err)
		}
	})
}

func TestService_InvalidStaticCodes(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		l := b.link(t, "launch")
		of := b.make(t, l.ID, "Poster")
		static, err := b.Create(t.Context(), b.owner, qr.Draft{Static: []byte(guests)})
		if err != nil {
			t.Fatal(err)
		}
		for name, c := range map[string]struct {
			err  error
			want []string
		}{
			"both": {errOf(b.Create(t.Context(), b.owner, qr.Draft{LinkID: l.ID, Static: []byte(guests)})), []string{"linkId"}},
			"everything wrong": {errOf(b.Create(t.Context(), b.owner, qr.Draft{
				Static: []byte(`{"type":"wifi"}`), Name: "a\nb", Look: func(l *look.Look) { l.Size = 1 },
			})), []string{"staticContent.ssid", "staticContent.password", "name", "look.size"}},
			"a content for a link": {errOf(b.Update(t.Context(), b.owner, of.ID, qr.Patch{Static: []byte(guests)})), []string{"staticContent"}},
			"no content":           {errOf(b.Update(t.Context(), b.owner, static.ID, qr.Patch{Static: []byte("null")})), []string{"staticContent"}},
		} {
			if got := fieldsOf(c.err); !slices.Equal(got, c.want) {
				t.Errorf("%s: %v", name, c.err)
			}
		}
	})
}

func TestService_UpdateLooks(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		l := b.link(t, "launch")
		first, second := b.make(t, l.ID, "1"), b.make(t, l.ID, "2")
		pale, err := b.Update(t.Context(), b.owner, second.ID, qr.Patch{Look: func(l *look.Look) { l.Dark = "#555555" }})
		if err != nil {
			t.Fatal(err)
		}
		light := func(l *look.Look) { l.Light = "#888888" } // too dark for the second code
		results, err := b.UpdateLooks(t.Context(), b.owner, []string{first.ID, pale.ID, "qrc_0000000000000", first.ID}, light)
		if err != nil || len(results) != 4 {
			t.Fatalf("%v, %v", results, err)
		}
		if results[0].Err != nil || results[0].Code.Look.Light != "#888888" || results[3].Err != nil {
			t.Errorf("%+v", results)
		}
		if !slices.Equal(fieldsOf(results[1].Err), []string{"look.dark"}) || !fault.Is(results[2].Err, fault.NotFound) {
			t.Errorf("%+v", results)
		}
		for id, want := range map[string]string{first.ID: "#888888", pale.ID: "#ffffff"} {
			if got, err := b.Get(t.Context(), b.owner, id); err != nil || got.Look.Light != want {
				t.Errorf("%+v, %v", got, err)
			}
		}
		if events, err := b.store.EventsOf(t.Context(), b.owner.WorkspaceID, first.ID, 10); err != nil || len(events) != 2 {
			t.Errorf("%d events, %v", len(events), err)
		}
		if _, err := b.UpdateLooks(t.Context(), b.owner, nil, light); !slices.Equal(fieldsOf(err), []string{"ids"}) {
			t.Error(err)
		}
		viewer := b.owner
		viewer.Role = access.Viewer
		if _, err := b.UpdateLooks(t.Context(), viewer, []string{first.ID}, light); !fault.Is(err, fault.Forbidden) {
			t.Error(err)
		}
	})
}

func TestPresets_CreateUpdateDelete(t *testing.T) {
	onBoth(t, func(t *testing.T, b *bench) {
		presets := qr.NewPresets(b.Service)
		brand, err := presets.Create(t.Context(), b.owner, "  Brand  one ", func(l *look.Look) { l.Dark, l.Modules = "#04755B", look.Modules("dots") })
		if err != nil || brand.Name != "Brand one" || brand.Look.Dark != "#04755b" || !strings.HasPrefix(brand.ID, "qrp_") {
			t.Fatalf("%+v, %v", brand, err)
		}
		if _, err := presets.Create(t.Context(), b.owner, "BRAND one", nil); !fault.Is(err, fault.Conflict) {
			t.Errorf("a second one of the name: %v", err)
		}
		changed, err := presets.Update(t.Context(), b.owner, brand.ID, qr.PresetPatch{Name: new("Brand"), Look: func(l *look.Look) { l.Margin = 6 }})
		if err != nil || changed.Name != "Brand" || changed.Look.Margin != 6 || changed.Look.Dark != "#04755b" {
			t.Errorf("%+v, %v", changed, err)
		}
		if all, err := presets.List(t.Context(), b.owner); err != nil || len(all) != 1 || all[0] != changed {
			t.Errorf("%+v, %v", all, err)
		}
		for name, c := range map[string]struct {
			err  error
			want []string
		}{
			"no name":   {errOf(presets.Create(t.Context(), b.owner, " ", func(l *look.Look) { l.Size = 1 })), []string{"name", "look.size"}},
			"long name": {errOf(presets.Update(t.Context(), b.owner, brand.ID, qr.PresetPatch{Name: new(strings.Repeat("ü", 61))})), []string{"name"}},
			"no image":  {errOf(presets.Create(t.Context(), b.owner, "Logo", func(l *look.Look) { l.Logo = "med_3kq7c8v0d5m2a" })), []string{"look.logo"}},
		} {
			if got := fieldsOf(c.err); !slices.Equal(got, c.want) {
				t.Errorf("%s: %v", name, c.err)
			}
		}
		stranger := testkit.Owner(t, b.store)
		for name, err := range map[string]error{
			"get":    errOf(presets.Get(t.Context(), stranger, brand.ID)),
			"update": errOf(presets.Update(t.Context(), stranger, brand.ID, qr.PresetPatch{})),
			"delete": presets.Delete(t.Context(), stranger, brand.ID),
		} {
			if !fault.Is(err, fault.NotFound) {
				t.Errorf("a stranger's %s: %v", name, err)
			}
		}
		for i := range qr.MaxPresets - 1 {
			if _, err := presets.Create(t.Context(), b.owner, fmt.Sprint("Preset ", i), nil); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := presets.Create(t.Context(), b.owner, "One more", nil); !slices.Equal(fieldsOf(err), []string{"name"}) {
			t.Errorf("one more: %v", err)
		}
		if err := presets.Delete(t.Context(), b.owner, brand.ID); err != nil {
			t.Error(err)
		}
	})
}
