package mediafiles_test

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/base/s3url"
	"linnet/internal/core/media"
	"linnet/internal/infra/mediafiles"
	"linnet/internal/infra/objectstore"
	"linnet/internal/testkit"
)

const (
	wide   = "0123456789abcdef-640.webp"
	narrow = "0123456789abcdef-320.jpg"
)

// stores runs a test on both kinds of stores. Their clock is at the time of the
// machine.
func stores(t *testing.T, run func(t *testing.T, s media.Files, now *clock.Manual)) {
	t.Helper()
	t.Run("folder", func(t *testing.T) {
		t.Parallel()
		now := clock.NewManual(time.Now())
		run(t, mediafiles.NewFolder(filepath.Join(t.TempDir(), "media"), now), now)
	})
	t.Run("bucket", func(t *testing.T) {
		t.Parallel()
		now := clock.NewManual(time.Now())
		run(t, mediafiles.NewBucket(bucket(t, testkit.Bucket(t)), now), now)
	})
}

func bucket(t *testing.T, address string) *objectstore.Bucket {
	t.Helper()
	at, err := s3url.Parse(address, os.Getenv)
	if err != nil {
		t.Fatal(err)
	}
	at.Prefix = "install/media"
	b, err := objectstore.Open(at)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func image() []media.File {
	return []media.File{{Name: narrow, Data: []byte("narrow")}, {Name: wide, Data: bytes.Repeat([]byte("wide"), 50_000)}}
}

func put(t *testing.T, s media.Files) (id string) {
	t.Helper()
	id = ident.New(ident.Media)
	if err := s.Put(t.Context(), id, image()); err != nil {
		t.Fatal(err)
	}
	return id
}

func content(t *testing.T, s media.Files, id, name string) []byte {
	t.Helper()
	file, err := s.Open(t.Context(), id, name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if _, err := file.Seek(0, io.SeekEnd); err != nil { // as http.ServeContent does
		t.Fatal(err)
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(file)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func folders(t *testing.T, s media.Files) (ids []string) {
	t.Helper()
	err := s.Folders(t.Context(), func(batch []string) error {
		if len(batch) == 0 {
			t.Error("an empty batch")
		}
		ids = append(ids, batch...)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(ids)
	return ids
}

func TestFiles_ReturnsWhatWasPut(t *testing.T) {
	t.Parallel()
	stores(t, func(t *testing.T, s media.Files, _ *clock.Manual) {
		id := put(t, s)
		for range 2 { // the second time from the cache, where there is one
			for _, f := range image() {
				if got := content(t, s, id, f.Name); !bytes.Equal(got, f.Data) {
					t.Errorf("%s has %d bytes", f.Name, len(got))
				}
			}
		}
	})
}

func TestFiles_FindsNoOtherNames(t *testing.T) {
	t.Parallel()
	stores(t, func(t *testing.T, s media.Files, _ *clock.Manual) {
		id := put(t, s)
		for _, at := range [][2]string{
			{ident.New(ident.Media), wide}, {id, "0123456789abcdef-1280.webp"}, {id, "../" + id + "/" + wide}, {"../media/" + id, wide}, {id, ""}, {"", wide},
		} {
			if _, err := s.Open(t.Context(), at[0], at[1]); !fault.Is(err, fault.NotFound) {
				t.Errorf("%q: %v", at, err)
			}
		}
		if err := s.Remove(t.Context(), "../media"); !fault.Is(err, fault.NotFound) {
			t.Errorf("removing another folder: %v", err)
		}
	})
}

func TestFiles_RemovesAnImage(t *testing.T) {
	t.Parallel()
	stores(t, func(t *testing.T, s media.Files, now *clock.Manual) {
		id, other := put(t, s), put(t, s)
		content(t, s, id, wide)
		for range 2 { // removing a missing image succeeds
			if err := s.Remove(t.Context(), id); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := s.Open(t.Context(), id, wide); !fault.Is(err, fault.NotFound) {
			t.Errorf("after the removal: %v", err)
		}
		now.Advance(2 * time.Hour)
		if got := folders(t, s); !slices.Equal(got, []string{other}) {
			t.Errorf("left: %q", got)
		}
	})
}

func TestFiles_ListsOnlyWhatIsSettled(t *testing.T) {
	t.Parallel()
	stores(t, func(t *testing.T, s media.Files, now *clock.Manual) {
		if got := folders(t, s); len(got) > 0 {
			t.Errorf("an empty store lists %q", got)
		}
		want := []string{put(t, s), put(t, s), put(t, s)}
		slices.Sort(want)
		if got := folders(t, s); len(got) > 0 {
			t.Errorf("images that may still be uploaded: %q", got)
		}
		now.Advance(2 * time.Hour)
		if got := folders(t, s); !slices.Equal(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
	})
}

func TestBucket_IsUnavailableWithoutTheService(t *testing.T) {
	t.Parallel()
	server := testkit.NewBucketServer(t)
	s := mediafiles.NewBucket(bucket(t, server.Bucket(t)), clock.System{})
	seen, unseen := put(t, s), put(t, s)
	content(t, s, seen, wide)
	server.Stop(t)
	if got := content(t, s, seen, wide); len(got) != 200_000 {
		t.Errorf("a cached file has %d bytes", len(got))
	}
	for name, err := range map[string]error{
		"put": s.Put(t.Context(), ident.New(ident.Media), image()), "remove": s.Remove(t.Context(), seen),
		"open": func() error { _, err := s.Open(t.Context(), unseen, wide); return err }(),
	} {
		if !fault.Is(err, fault.Unavailable) {
			t.Errorf("%s: %v", name, err)
		}
	}
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.Open(cancelled, unseen, wide); fault.Is(err, fault.Unavailable) {
		t.Errorf("a client that left: %v", err)
	}
}
