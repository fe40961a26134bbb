package media_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/core/access"
	"linnet/internal/core/event"
	"linnet/internal/core/media"
	"linnet/internal/core/plan"
)

// fakes are the dependencies of a service, in memory.
type fakes struct {
	images  map[string]media.Media
	files   map[string][]media.File
	events  []event.Kind
	pages   []string    // that show every image
	inCode  bool        // a QR code has every image
	looks   media.Looks // those that the caller sees
	limit   int64
	broken  error // of the files
	decoded int   // uploads that were decoded
	raced   *media.Media
}

func newService(t *testing.T) (*media.Service, *fakes) {
	t.Helper()
	f := &fakes{images: map[string]media.Media{}, files: map[string][]media.File{}}
	return media.New(media.Deps{
		Store: f, Files: f, Processor: f, Limits: f.limits,
		Clock: clock.NewManual(time.Date(2026, 11, 23, 10, 0, 0, 0, time.UTC)), Log: slog.New(slog.DiscardHandler),
	}), f
}

func editor() access.Actor {
	return access.Actor{UserID: "usr_1", WorkspaceID: "wsp_1", Role: access.Editor}
}

func (f *fakes) InsertMedia(_ context.Context, m media.Media, limit int64, e event.Event) error {
	if f.raced != nil { // another upload of the file was faster
		f.images[f.raced.ID] = *f.raced
		return media.ErrDuplicate()
	}
	if used, _ := f.StoredBytes(context.Background(), m.WorkspaceID); limit > 0 && used+m.Bytes > limit {
		return media.ErrLimit(used, limit)
	}
	f.images[m.ID] = m
	f.events = append(f.events, e.Kind)
	return nil
}

func (f *fakes) ChangeMedia(
	ctx context.Context, workspaceID, id string, edit func(*media.Media) ([]event.Event, error),
) (media.Media, error) {
	m, err := f.Media(ctx, workspaceID, id)
	if err != nil {
		return m, err
	}
	events, err := edit(&m)
	if err != nil {
		return m, err
	}
	f.images[id] = m
	for _, e := range events {
		f.events = append(f.events, e.Kind)
	}
	return m, nil
}

func (f *fakes) DeleteMedia(_ context.Context, _, id string, e event.Event) error {
	if len(f.pages) > 0 || f.inCode {
		return media.ErrInUse()
	}
	delete(f.images, id)
	f.events = append(f.events, e.Kind)
	return nil
}

func (f *fakes) Media(_ context.Context, workspaceID, id string) (media.Media, error) {
	m, ok := f.images[id]
	if !ok || m.WorkspaceID != workspaceID {
		return media.Media{}, fault.New(fault.NotFound, "There is no such image.")
	}
	return m, nil
}

func (f *fakes) MediaByHash(_ context.Context, workspaceID, hash string) (media.Media, error) {
	for _, m := range f.images {
		if m.Hash == hash && m.WorkspaceID == workspaceID {
			return m, nil
		}
	}
	return media.Media{}, fault.New(fault.NotFound, "There is no such image.")
}

func (f *fakes) MediaList(_ context.Context, _ string, filter media.Filter) (media.List, error) {
	return media.List{Total: filter.Limit}, nil
}

func (f *fakes) StoredBytes(_ context.Context, workspaceID string) (int64, error) {
	total := int64(0)
	for _, m := range f.images {
		if m.WorkspaceID == workspaceID {
			total += m.Bytes
		}
	}
	return total, nil
}

func (f *fakes) PublicMedia(ctx context.Context, id string) (media.Media, error) {
	return f.Media(ctx, f.images[id].WorkspaceID, id)
}

func (f *fakes) PagesWithMedia(_ context.Context, _, _ string, limit int) ([]string, error) {
	return f.pages[:min(len(f.pages), limit)], nil
}

func (f *fakes) LooksWithMedia(_ context.Context, _ access.View, _ string, _ int) (media.Looks, error) {
	return f.looks, nil
}

func (f *fakes) KnownMedia(_ context.Context, ids []string) ([]string, error) {
	return slices.DeleteFunc(slices.Clone(ids), func(id string) bool { _, ok := f.images[id]; return !ok }), nil
}

func (f *fakes) Put(_ context.Context, id string, files []media.File) error {
	f.files[id] = files[:1]
	if f.broken != nil {
		return f.broken // after a part of the files
	}
	f.files[id] = files
	return nil
}

func (f *fakes) Open(_ context.Context, id, name string) (io.ReadSeekCloser, error) {
	for _, file := range f.files[id] {
		if file.Name == name {
			return nopCloser{bytes.NewReader(file.Data)}, nil
		}
	}
	return nil, fault.New(fault.NotFound, "There is no such image.")
}

type nopCloser struct{ io.ReadSeeker }

func (nopCloser) Close() error { return nil }

func (f *fakes) Remove(ctx context.Context, id string) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if f.broken != nil {
		return f.broken
	}
	delete(f.files, id)
	return nil
}

func (f *fakes) Folders(_ context.Context, visit func(ids []string) error) error {
	var ids []string
	for id := range f.files {
		ids = append(ids, id)
	}
	return visit(ids)
}

// Process returns two widths of 400 bytes each.
func (f *fakes) Process(_ context.Context, _ string, data []byte) (media.Picture, error) {
	f.decoded++
	if string(data) == "no image" {
		return media.Picture{}, fault.New(fault.Invalid, "This is no image.").At("file")
	}
	return media.Picture{Width: 640, Height: 480, Files: []media.PictureFile{
		{Width: 320, Format: media.WebP, Data: make([]byte, 200)}, {Width: 320, Format: media.JPEG, Data: make([]byte, 200)},
		{Width: 640, Format: media.WebP, Data: make([]byte, 300)}, {Width: 640, Format: media.JPEG, Data: make([]byte, 100)},
	}}, nil
}

func (f *fakes) limits(context.Context, string) (plan.Limits, error) {
	return plan.Limits{Storage: f.limit}, nil
}

func upload(t *testing.T, s *media.Service, content string) media.Media {
	t.Helper()
	m, err := s.Upload(t.Context(), editor(), "A square", []byte(content))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestService_UploadStoresEachWidthOnce(t *testing.T) {
	t.Parallel()
	s, f := newService(t)
	m := upload(t, s, "one")
	if !slices.Equal(m.Widths, []int{320, 640}) || m.Bytes != 800 || m.Width != 640 || m.Focal != media.Center() || len(f.files[m.ID]) != 4 {
		t.Errorf("%+v with %d files", m, len(f.files[m.ID]))
	}
	again, err := s.Upload(t.Context(), editor(), "Other words", []byte("one"))
	if err != nil || again.ID != m.ID || again.Alt != "A square" || f.decoded != 1 {
		t.Errorf("the same file: %+v, %v, decoded %d times", again, err, f.decoded)
	}
	other := editor()
	other.WorkspaceID = "wsp_2"
	elsewhere, err := s.Upload(t.Context(), other, "A square", []byte("one"))
	if err != nil || elsewhere.ID == m.ID {
		t.Errorf("another workspace: %+v, %v", elsewhere, err)
	}
	if !slices.Equal(f.events, []event.Kind{event.MediaUploaded, event.MediaUploaded}) {
		t.Errorf("events %v", f.events)
	}
}

func TestService_ConcurrentUploadsOfAFileAreOneImage(t *testing.T) {
	t.Parallel()
	s, f := newService(t)
	first := upload(t, s, "one")
	delete(f.images, first.ID)
	f.raced = &first
	got, err := s.Upload(t.Context(), editor(), "A square", []byte("one"))
	if err != nil || got.ID != first.ID {
		t.Errorf("%+v, %v", got, err)
	}
	if len(f.files) != 1 || f.files[first.ID] == nil {
		t.Errorf("files of %d images are left", len(f.files))
	}
}

func TestService_UploadRejects(t *testing.T) {
	t.Parallel()
	viewer := editor()
	viewer.Role = access.Viewer
	for name, c := range map[string]struct {
		actor access.Actor
		alt   string
		file  []byte
		code  fault.Code
		field string
	}{
		"a viewer":             {viewer, "A square", []byte("x"), fault.Forbidden, ""},
		"no file":              {editor(), "A square", nil, fault.Invalid, "file"},
		"no text":              {editor(), "  ", []byte("x"), fault.Invalid, "alt"},
		"a control character":  {editor(), "A\x00square", []byte("x"), fault.Invalid, "alt"},
		"broken UTF-8":         {editor(), "A \xff square", []byte("x"), fault.Invalid, "alt"},
		"a long text":          {editor(), strings.Repeat("ä", media.MaxAlt+1), []byte("x"), fault.Invalid, "alt"},
		"a large file":         {editor(), "A square", make([]byte, media.MaxBytes+1), fault.TooLarge, "file"},
		"not an image":         {editor(), "A square", []byte("no image"), fault.Invalid, "file"},
		"the longest text":     {editor(), strings.Repeat("ä", media.MaxAlt), []byte("x"), "", ""},
		"the largest file":     {editor(), "A square", make([]byte, media.MaxBytes), "", ""},
		"text in another form": {editor(), "A\u030a" + strings.Repeat("x", media.MaxAlt-1), []byte("x"), "", ""}, // one character when normalized
		"spaces around a text": {editor(), "  A square\n", []byte("x"), "", ""},
	} {
		s, f := newService(t)
		_, err := s.Upload(t.Context(), c.actor, c.alt, c.file)
		if fault.CodeOf(err) != c.code {
			t.Errorf("%s: %v", name, err)
		}
		var e *fault.Error
		if c.field != "" && (!errors.As(err, &e) || len(e.Fields) != 1 || e.Fields[0].Field != c.field) {
			t.Errorf("%s: not at %s: %v", name, c.field, err)
		}
		if err != nil && (len(f.files) > 0 || len(f.images) > 0) {
			t.Errorf("%s: something was stored", name)
		}
	}
}

func TestService_UploadStaysBelowThePlansStorage(t *testing.T) {
	t.Parallel()
	s, f := newService(t)
	f.limit = 2000 // two images of 800 bytes
	upload(t, s, "one")
	upload(t, s, "two")
	_, err := s.Upload(t.Context(), editor(), "A square", []byte("three"))
	if !fault.Is(err, fault.LimitReached) || len(f.files) != 2 {
		t.Errorf("beyond the limit: %v, files of %d images", err, len(f.files))
	}
	f.limit = 1600
	before := f.decoded
	if _, err := s.Upload(t.Context(), editor(), "A square", []byte("four")); !fault.Is(err, fault.LimitReached) || f.decoded != before {
		t.Errorf("at the limit: %v, decoded %d times", err, f.decoded-before)
	}
	if again, err := s.Upload(t.Context(), editor(), "A square", []byte("one")); err != nil || again.ID == "" {
		t.Errorf("a file that is stored, at the limit: %v", err)
	}
	f.limit = 0
	upload(t, s, "five")
}

func TestService_UploadLeavesNothingWithoutTheFiles(t *testing.T) {
	t.Parallel()
	s, f := newService(t)
	f.broken = fault.New(fault.Unavailable, "Images cannot be stored at the moment.")
	if _, err := s.Upload(t.Context(), editor(), "A square", []byte("one")); !fault.Is(err, fault.Unavailable) || len(f.images) > 0 {
		t.Errorf("%v, %d images", err, len(f.images))
	}
	if len(f.files) != 1 {
		t.Fatal("the fake removed the files of a broken store")
	}
	f.broken = nil
	if err := s.Sweep(t.Context()); err != nil || len(f.files) > 0 {
		t.Errorf("after the sweep: %v, files of %d images", err, len(f.files))
	}
}

func TestService_UpdateChangesTextAndFocalPoint(t *testing.T) {
	t.Parallel()
	s, f := newService(t)
	m := upload(t, s, "one")
	text := func(s string) *string { return &s }
	changed, err := s.Update(t.Context(), editor(), m.ID, media.Patch{Alt: text(" A circle "), Focal: &media.Point{X: 0, Y: 100}})
	if err != nil || changed.Alt != "A circle" || changed.Focal != (media.Point{X: 0, Y: 100}) || f.images[m.ID].Alt != "A circle" {
		t.Errorf("%+v, %v", changed, err)
	}
	events := len(f.events)
	if _, err := s.Update(t.Context(), editor(), m.ID, media.Patch{Alt: text("A circle")}); err != nil || len(f.events) != events {
		t.Errorf("no change: %v, %d events more", err, len(f.events)-events)
	}
	for name, p := range map[string]media.Patch{
		"no text": {Alt: text("")}, "left of the image": {Focal: &media.Point{X: -1, Y: 50}}, "below the image": {Focal: &media.Point{X: 50, Y: 101}},
	} {
		if _, err := s.Update(t.Context(), editor(), m.ID, p); !fault.Is(err, fault.Invalid) || f.images[m.ID].Alt != "A circle" {
			t.Errorf("%s: %v", name, err)
		}
	}
	stranger := editor()
	stranger.WorkspaceID = "wsp_2"
	if _, err := s.Update(t.Context(), stranger, m.ID, media.Patch{}); !fault.Is(err, fault.NotFound) {
		t.Errorf("another workspace: %v", err)
	}
}

func TestService_DeleteRefusesWhatIsShown(t *testing.T) {
	t.Parallel()
	s, f := newService(t)
	m := upload(t, s, "one")
	refused := func(want ...string) {
		t.Helper()
		err := s.Delete(t.Context(), editor(), m.ID)
		if !fault.Is(err, fault.Conflict) || len(f.files) != 1 || len(f.images) != 1 {
			t.Fatalf("%v", err)
		}
		for _, w := range want {
			if !strings.Contains(err.Error(), w) {
				t.Errorf("%q is missing in %v", w, err)
			}
		}
	}
	f.pages = []string{"ada", "grace"}
	refused("ada, grace.", "Remove it")
	f.pages = nil
	for i := range 7 {
		f.pages = append(f.pages, fmt.Sprintf("page%d", i))
	}
	refused("page0, page1, page2, page3, page4 and others")
	f.pages, f.inCode = nil, true
	refused("A QR code that you cannot see", "Ask an owner")
	f.looks = media.Looks{Codes: []string{"Poster"}, Domains: []string{"go.example.com"}}
	refused("QR codes have this image: Poster.", "of domains have this image: go.example.com.")
	f.inCode = false
	if err := s.Delete(t.Context(), editor(), m.ID); err != nil || len(f.files) > 0 || len(f.images) > 0 {
		t.Errorf("%v, files of %d images", err, len(f.files))
	}
	if err := s.Delete(t.Context(), editor(), m.ID); !fault.Is(err, fault.NotFound) {
		t.Errorf("deleted twice: %v", err)
	}
}

// TestService_SweepRetriesDeletions deletes an image while its files cannot be
// removed, also by a client that left.
func TestService_SweepRetriesDeletions(t *testing.T) {
	t.Parallel()
	s, f := newService(t)
	shown, deleted := upload(t, s, "one"), upload(t, s, "two")
	f.broken = errors.New("the service is away")
	if err := s.Delete(t.Context(), editor(), deleted.ID); err != nil {
		t.Fatalf("the deletion depends on the files: %v", err)
	}
	if err := s.Sweep(t.Context()); !errors.Is(err, f.broken) {
		t.Errorf("a failed sweep: %v", err)
	}
	f.broken = nil
	f.files[ident.New(ident.Media)] = nil // of an interrupted upload
	if err := s.Sweep(t.Context()); err != nil || len(f.files) != 1 || f.files[shown.ID] == nil {
		t.Errorf("%v, files of %d images", err, len(f.files))
	}
	left, cancel := context.WithCancel(t.Context())
	cancel()
	if err := s.Delete(left, editor(), shown.ID); err != nil || len(f.files) != 0 {
		t.Errorf("a client that left: %v, files of %d images", err, len(f.files))
	}
}

func TestService_OpenServesOnlyFilesOfTheImage(t *testing.T) {
	t.Parallel()
	s, _ := newService(t)
	m := upload(t, s, "one")
	for name, want := range map[string]bool{
		m.FileName(640, media.WebP): true, m.FileName(320, media.JPEG): true, m.FileName(1280, media.WebP): false,
		strings.Replace(m.FileName(640, media.WebP), m.Hash[:2], "zz", 1): false, "../secret.key": false,
	} {
		_, at, err := s.Open(t.Context(), m.ID, name)
		if (err == nil) != want || err != nil && !fault.Is(err, fault.NotFound) || want && !at.Equal(m.CreatedAt) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for limit, want := range map[int]int{100: 200, 320: 200, 639: 200, 640: 300, 5000: 300} {
		name, err := s.NameOfWidth(t.Context(), "wsp_1", m.ID, limit)
		if err != nil {
			t.Fatal(err)
		}
		file, err := s.OpenName(t.Context(), m.ID, name)
		if err != nil {
			t.Fatal(err)
		}
		if data, err := io.ReadAll(file); err != nil || len(data) != want {
			t.Errorf("at most %d pixels: %d bytes, want %d, %v", limit, len(data), want, err)
		}
	}
	if _, err := s.NameOfWidth(t.Context(), "wsp_2", m.ID, 640); !fault.Is(err, fault.NotFound) {
		t.Errorf("another workspace: %v", err)
	}
}

func TestService_ListChecksItsInput(t *testing.T) {
	t.Parallel()
	s, _ := newService(t)
	if got, err := s.List(t.Context(), editor(), media.Filter{}); err != nil || got.Total != 50 {
		t.Errorf("limit %d, %v", got.Total, err)
	}
	for _, f := range []media.Filter{{Limit: 101}, {Limit: -1}, {Search: strings.Repeat("x", 2000)}} {
		if _, err := s.List(t.Context(), editor(), f); !fault.Is(err, fault.Invalid) {
			t.Errorf("limit %d: %v", f.Limit, err)
		}
	}
	if _, err := s.Get(t.Context(), access.Actor{}, "med_1"); fault.CodeOf(err) == "" {
		t.Error("a caller without permission")
	}
}

func TestValidPath_AcceptsOnlyNamesOfFiles(t *testing.T) {
	t.Parallel()
	id := ident.New(ident.Media)
	for _, c := range []struct{ id, name, want string }{
		{id, "0123456789abcdef-640.webp", "image/webp"}, {id, "0123456789abcdef-1.jpg", "image/jpeg"},
		{id, "0123456789abcdef-640.html", ""}, {id, "0123456789ABCDEF-640.webp", ""}, {id, "0123456789abcdef-0.webp", ""},
		{id, "0123456789abcdef-640.webp/..", ""}, {"med_0", "0123456789abcdef-640.webp", ""}, {"../x", "0123456789abcdef-640.webp", ""},
		{strings.Replace(id, "med_", "lnk_", 1), "0123456789abcdef-640.webp", ""},
	} {
		if got, ok := media.ValidPath(c.id, c.name); got != c.want || ok != (c.want != "") {
			t.Errorf("%s/%s: %q", c.id, c.name, got)
		}
	}
}
