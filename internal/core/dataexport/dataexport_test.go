package dataexport_test

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/core/access"
	"linnet/internal/core/dataexport"
	"linnet/internal/core/event"
	"linnet/internal/core/notify"
	"linnet/internal/core/outbox"
	"linnet/internal/core/page"
	"linnet/internal/core/qr"
	"linnet/internal/core/qr/content"
	"linnet/internal/core/qr/look"
	"linnet/internal/core/queue"
	"linnet/internal/infra/records"
	"linnet/internal/testkit"
)

// linkList writes the same links for each workspace.
type linkList struct {
	content string
	err     error
}

func (l *linkList) WriteLinks(_ context.Context, _, _ string, out io.Writer) error {
	if l.err != nil {
		return l.err
	}
	_, err := io.WriteString(out, l.content)
	return err
}

// world is a service on one engine, with a user that owns a workspace.
type world struct {
	*dataexport.Service
	store *records.Store
	clock *clock.Manual
	tasks *queue.Queue
	links *linkList
	owner access.Actor
}

func newWorld(t *testing.T, s *records.Store) *world {
	w := &world{store: s, clock: clock.NewManual(testkit.Day()), links: &linkList{content: "[]"}, owner: testkit.Owner(t, s)}
	w.Service = dataexport.New(dataexport.Deps{Store: s, WriteLinks: w.links.WriteLinks, Clock: w.clock})
	w.tasks = queue.New(queue.Deps{Store: s, Kinds: []queue.Kind{w.Kind()}, Clock: w.clock, Log: slog.New(slog.DiscardHandler)})
	return w
}

// run runs the task that is due, if there is one.
func (w *world) run(t *testing.T) bool {
	t.Helper()
	ran, err := w.tasks.RunOne(t.Context(), dataexport.TaskKind, "")
	if err != nil {
		t.Fatal(err)
	}
	return ran
}

func (w *world) request(t *testing.T) dataexport.Export {
	t.Helper()
	e, err := w.Request(t.Context(), w.owner)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func (w *world) state(t *testing.T) dataexport.State {
	t.Helper()
	e, err := w.Get(t.Context(), w.owner)
	if err != nil {
		t.Fatal(err)
	}
	return e.State
}

// files returns the files of the archive by name.
func (w *world) files(t *testing.T) map[string]string {
	t.Helper()
	e, r, err := w.Open(t.Context(), w.owner)
	if err != nil {
		t.Fatal(err)
	}
	content, err := io.ReadAll(r)
	if err != nil || int64(len(content)) != e.Bytes {
		t.Fatalf("%d bytes, want %d, %v", len(content), e.Bytes, err)
	}
	archive, err := zip.NewReader(bytes.NewReader(content), e.Bytes)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, f := range archive.File {
		in, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(in)
		if err != nil {
			t.Fatal(err)
		}
		files[f.Name] = string(text)
	}
	return files
}

func TestStore_WorkspaceContentsOfEachKind(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		w := newWorld(t, s)
		for i := range 3 {
			w.addPreset(t, string(rune('a'+i)))
		}
		w.addCode(t)
		w.addPage(t)
		wants := map[dataexport.Kind]int{dataexport.QRPresets: 3, dataexport.QRCodes: 1, dataexport.BioPages: 1}
		for _, kind := range dataexport.AllKinds() {
			all, err := s.WorkspaceContents(t.Context(), kind, w.owner.WorkspaceID, "", 10)
			if err != nil || len(all) != wants[kind] {
				t.Errorf("%s: %d contents, want %d, %v", kind, len(all), wants[kind], err)
			}
			for _, c := range all {
				if kind != dataexport.QRPresets && !bytes.Contains(c.Content, []byte("Grace")) {
					t.Errorf("%s: the content %s lacks its text", kind, c.Content)
				}
			}
		}
		first, err := s.WorkspaceContents(t.Context(), dataexport.QRPresets, w.owner.WorkspaceID, "", 2)
		if err != nil || len(first) != 2 {
			t.Fatalf("%+v, %v", first, err)
		}
		rest, err := s.WorkspaceContents(t.Context(), dataexport.QRPresets, w.owner.WorkspaceID, first[1].ID, 2)
		if err != nil || len(rest) != 1 || rest[0].ID <= first[1].ID {
			t.Errorf("after %s: %+v, %v", first[1].ID, rest, err)
		}
	})
}

// addPreset adds a preset of QR codes to the workspace of the owner.
func (w *world) addPreset(t *testing.T, name string) qr.Preset {
	t.Helper()
	p := qr.Preset{
		ID: ident.New(ident.QRPreset), WorkspaceID: w.owner.WorkspaceID, Name: name, Look: look.Defaults(), CreatedBy: w.owner.UserID,
		CreatedAt: w.clock.Now(), UpdatedAt: w.clock.Now(),
	}
	p.Look.Dark = "#123456"
	e := event.New(event.Actor{}, event.QRPresetCreated, p.WorkspaceID, p.ID, nil, p.UpdatedAt)
	if err := w.store.InsertQRPreset(t.Context(), p, e); err != nil {
		t.Fatal(err)
	}
	return p
}

// addCode adds a static QR code.
func (w *world) addCode(t *testing.T) {
	t.Helper()
	c := qr.Code{
		ID: ident.New(ident.QRCode), WorkspaceID: w.owner.WorkspaceID, Static: content.Content{Body: &content.Text{Text: "Grace"}},
		Look: look.Defaults(), CreatedAt: w.clock.Now(), UpdatedAt: w.clock.Now(),
	}
	if err := w.store.InsertQRCode(t.Context(), c, event.New(event.Actor{}, event.QRCodeCreated, c.WorkspaceID, c.ID, nil, c.UpdatedAt)); err != nil {
		t.Fatal(err)
	}
}

// addPage adds a bio page.
func (w *world) addPage(t *testing.T) {
	t.Helper()
	on, err := w.store.DomainByHost(t.Context(), testkit.Host)
	if err != nil {
		t.Fatal(err)
	}
	p := page.Page{
		ID: ident.New(ident.BioPage), WorkspaceID: w.owner.WorkspaceID, DomainID: on.ID, Domain: on.Host, OnDefault: true, Handle: "grace",
		Content: page.Content{Title: "Grace"}, Revision: 1, CreatedAt: w.clock.Now(), UpdatedAt: w.clock.Now(), RevisedAt: w.clock.Now(),
	}
	created := event.New(event.Actor{}, event.BioPageCreated, p.WorkspaceID, p.ID, nil, p.UpdatedAt)
	if err := w.store.InsertPage(t.Context(), page.Write{Page: p, Events: []event.Event{created}}); err != nil {
		t.Fatal(err)
	}
}

func TestService_WritesAllDocuments(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		w := newWorld(t, s)
		testkit.Owner(t, s)                                                           // another user, who is not in the export
		w.links.content = `["` + strings.Repeat("https://example.com/", 1<<16) + `"]` // several chunks before compression
		if w.state(t) != dataexport.None {
			t.Error("there is an export before the request")
		}
		preset := w.addPreset(t, "Café")
		first := w.request(t)
		if again := w.request(t); again != first || w.state(t) != dataexport.Queued {
			t.Errorf("a second request returned %+v, want the queued %+v", again, first)
		}
		if _, _, err := w.Open(t.Context(), w.owner); !fault.Is(err, fault.NotFound) {
			t.Errorf("a file before the task has run: %v", err)
		}
		if !w.run(t) || w.state(t) != dataexport.Done {
			t.Fatalf("state %s", w.state(t))
		}
		files := w.files(t)
		links := "links/" + w.owner.WorkspaceID + ".json"
		own := w.owner.WorkspaceID + ".json"
		want := []string{
			"README.txt", "api-keys.json", "bio-pages/" + own, "events.json", "images/" + own, links, "memberships.json", "notifications.json",
			"preferences.json", "profile.json", "qr-codes/" + own, "qr-presets/" + own, "saved-views.json", "second-factors.json",
			"sessions.json", "utm-templates/" + own,
		}
		if diff := cmp.Diff(want, slices.Sorted(maps.Keys(files))); diff != "" {
			t.Error(diff)
		}
		for name, text := range files {
			if strings.HasSuffix(name, ".json") && !json.Valid([]byte(text)) {
				t.Errorf("%s is not JSON: %s", name, text)
			}
			if strings.Contains(strings.ToLower(text), "hash") {
				t.Errorf("%s contains a hash: %s", name, text)
			}
		}
		if files[links] != w.links.content {
			t.Errorf("the links have %d bytes, want %d", len(files[links]), len(w.links.content))
		}
		var presets []dataexport.Content
		if err := json.Unmarshal([]byte(files["qr-presets/"+own]), &presets); err != nil || len(presets) != 1 ||
			presets[0].Name != preset.Name || !bytes.Contains(presets[0].Look, []byte(preset.Look.Dark)) {
			t.Errorf("%s, %v", files["qr-presets/"+own], err)
		}
		var profile dataexport.Profile
		if err := json.Unmarshal([]byte(files["profile.json"]), &profile); err != nil || profile.ID != w.owner.UserID {
			t.Errorf("%+v, %v", profile, err)
		}
		var events []dataexport.Event
		if err := json.Unmarshal([]byte(files["events.json"]), &events); err != nil || len(events) == 0 || events[len(events)-1].Action != "user.data_exported" {
			t.Errorf("%+v, %v", events, err)
		}
	})
}

func TestService_NotifiesAndDeletesTheFileAfterAWeek(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		w := newWorld(t, s)
		w.request(t)
		w.run(t)
		page, err := s.Notifications(t.Context(), w.owner.UserID, w.owner.WorkspaceID, notify.Filter{Limit: 10})
		if err != nil || len(page.Items) != 1 || page.Items[0].Kind != notify.DataExportReady {
			t.Errorf("%+v, %v", page, err)
		}
		if n, err := s.TasksDue(t.Context(), outbox.TaskKind, w.clock.Now()); err != nil || n != 1 {
			t.Errorf("%d mails, %v", n, err)
		}
		if w.run(t) {
			t.Error("a task is due at once")
		}
		e, err := w.Get(t.Context(), w.owner)
		if err != nil {
			t.Fatal(err)
		}
		w.clock.Advance(dataexport.Lifetime)
		if _, _, err := w.Open(t.Context(), w.owner); !fault.Is(err, fault.NotFound) {
			t.Errorf("an expired file is served before its deletion: %v", err)
		}
		if !w.run(t) {
			t.Error("no task deletes the file")
		}
		if _, err := s.DataExportChunk(t.Context(), e.ID, 0); !fault.Is(err, fault.NotFound) {
			t.Errorf("a chunk of the expired file: %v", err)
		}
	})
}

func TestService_ReplacesAnEarlierExport(t *testing.T) {
	t.Parallel()
	w := newWorld(t, testkit.SQLite(t))
	first := w.request(t)
	w.run(t)
	w.clock.Advance(time.Hour)
	if second := w.request(t); second.ID == first.ID || w.state(t) != dataexport.Queued {
		t.Errorf("%+v, %s", second, w.state(t))
	}
	w.run(t)
	w.clock.Advance(dataexport.Lifetime - time.Minute)
	w.run(t) // deletes the first one, which no longer exists
	if w.state(t) != dataexport.Done {
		t.Error("the deletion of the first export deleted the second one")
	}
}

func TestService_FailsAfterTheLastAttempt(t *testing.T) {
	t.Parallel()
	w := newWorld(t, testkit.SQLite(t))
	w.links.err = errors.New("the disk is full")
	w.request(t)
	for range 4 {
		w.run(t)
		w.clock.Advance(2 * time.Hour)
	}
	if w.state(t) != dataexport.Queued {
		t.Errorf("state %s before the last attempt", w.state(t))
	}
	w.run(t)
	if w.state(t) != dataexport.Failed {
		t.Errorf("state %s after it", w.state(t))
	}
	w.links.err = nil
	w.request(t)
	w.run(t)
	if w.state(t) != dataexport.Done || w.files(t)["README.txt"] == "" {
		t.Errorf("state %s after another request", w.state(t))
	}
}

func TestService_RequiresAUser(t *testing.T) {
	t.Parallel()
	w := newWorld(t, testkit.SQLite(t))
	_, request := w.Request(t.Context(), access.Actor{})
	_, get := w.Get(t.Context(), access.Actor{})
	_, _, open := w.Open(t.Context(), access.Actor{})
	for _, err := range []error{request, get, open} {
		if !fault.Is(err, fault.Unauthenticated) {
			t.Errorf("%v", err)
		}
	}
}
