package qr_test

import (
	"bytes"
	"context"
	"image"
	"sync"
	"sync/atomic"
	"testing"

	"linnet/internal/base/clock"
	"linnet/internal/base/sealed"
	"linnet/internal/core/pixels"
	"linnet/internal/core/qr"
	"linnet/internal/core/qr/look"
	"linnet/internal/core/qr/picture"
	"linnet/internal/testkit"
)

// countingLibrary counts the images that are read from it.
type countingLibrary struct{ reads atomic.Int32 }

func (l *countingLibrary) Image(context.Context, string, string) (image.Image, error) {
	l.reads.Add(1)
	return image.NewGray(image.Rect(0, 0, 8, 8)), nil
}

func TestPublic_DrawsAnImageOnceForManyVisitors(t *testing.T) {
	t.Parallel()
	library := &countingLibrary{}
	service := qr.NewService(nil, library, testkit.Unguarded{}.Room, pixels.NewBudget(1<<30), clock.NewManual(testkit.Day()))
	public := qr.NewPublic(service, sealed.New().Box("qr"))
	design := look.Defaults()
	design.Logo = "med_3kq7c8v0d5m2a"
	code := qr.Code{WorkspaceID: "wsp_3kq7c8v0d5m2a", Look: design}
	draw := func(format picture.Format) []byte {
		file, err := public.Image(t.Context(), qr.PublicImage{Format: format}, code, "https://go.example.com/launch")
		if err != nil {
			t.Error(err)
		}
		return file
	}
	first := draw(picture.PNG)
	var visitors sync.WaitGroup
	for range 16 {
		visitors.Go(func() {
			if !bytes.Equal(draw(picture.PNG), first) {
				t.Error("a visitor gets another image")
			}
		})
	}
	visitors.Wait()
	if got := library.reads.Load(); got != 1 {
		t.Errorf("the image was drawn %d times", got)
	}
	if draw(picture.SVG); library.reads.Load() != 2 {
		t.Error("another format is the same file")
	}
}
