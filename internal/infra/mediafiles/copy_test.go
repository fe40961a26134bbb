package mediafiles_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"linnet/internal/base/clock"
	"linnet/internal/base/ident"
	"linnet/internal/infra/mediafiles"
	"linnet/internal/testkit"
)

// TestCopy_ResumesAndVerifies interrupts a copy to a bucket, damages a file of the
// target, continues, and copies back.
func TestCopy_ResumesAndVerifies(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "media")
	from := mediafiles.NewFolder(dir, clock.System{})
	objects := bucket(t, testkit.Bucket(t))
	to := mediafiles.NewBucket(objects, clock.System{})
	const images = 12
	var ids []string
	for range images {
		ids = append(ids, put(t, from))
	}
	for _, foreign := range []string{"notes.txt", ident.New(ident.Media) + ".tmp"} {
		if err := os.WriteFile(filepath.Join(dir, foreign), []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	interrupted, cancel := context.WithCancel(t.Context())
	done := 0
	_, err := mediafiles.Copy(interrupted, from, to, func(r mediafiles.Report) {
		if done = r.Copied; done == 5 {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) || done < 5 {
		t.Fatalf("%d files, %v", done, err)
	}
	if err := objects.Put(t.Context(), ids[0]+"/"+wide, "image/webp", []byte("other bytes")); err != nil {
		t.Fatal(err)
	}
	report, err := mediafiles.Copy(t.Context(), from, to, func(mediafiles.Report) {})
	if err != nil || !report.Complete() || report.Images != images || report.Files != 2*images || report.Verified != 2*images ||
		report.Target != 2*images || report.Present < 4 || report.Copied < 1 {
		t.Errorf("%+v, %v", report, err)
	}
	again, err := mediafiles.Copy(t.Context(), from, to, func(mediafiles.Report) {})
	if err != nil || !again.Complete() || again.Copied != 0 || again.Present != 2*images || again.Bytes != report.Bytes {
		t.Errorf("repeated: %+v, %v", again, err)
	}
	back := mediafiles.NewFolder(filepath.Join(t.TempDir(), "back"), clock.System{})
	returned, err := mediafiles.Copy(t.Context(), to, back, func(mediafiles.Report) {})
	if err != nil || !returned.Complete() || returned.Copied != 2*images {
		t.Errorf("back: %+v, %v", returned, err)
	}
	for _, f := range image() {
		if got := content(t, back, ids[0], f.Name); string(got) != string(f.Data) {
			t.Errorf("%s has %d bytes", f.Name, len(got))
		}
	}
}

// TestCopy_NamesWhatFails makes a file of the source unreadable in the store's terms:
// it is larger than a file may be.
func TestCopy_NamesWhatFails(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "media")
	from := mediafiles.NewFolder(dir, clock.System{})
	good, bad := put(t, from), put(t, from)
	if err := os.Truncate(filepath.Join(dir, bad, wide), mediafiles.MaxFile+1); err != nil {
		t.Fatal(err)
	}
	to := mediafiles.NewBucket(bucket(t, testkit.Bucket(t)), clock.System{})
	report, err := mediafiles.Copy(t.Context(), from, to, func(mediafiles.Report) {})
	if err != nil || report.Complete() || report.Failed != 1 || report.Verified != 3 || len(report.Failures) != 1 {
		t.Errorf("%+v, %v", report, err)
	}
	if got := content(t, to, good, wide); len(got) != 200_000 {
		t.Errorf("the other image has %d bytes", len(got))
	}
}
