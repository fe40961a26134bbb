package imaging_test

import (
	"bytes"
	"context"
	"image"
	"image/color"
	"io"
	"testing"

	"linnet/internal/base/fault"
	"linnet/internal/infra/imaging"
)

// countedFiles is a library with one image of workspace wsp_1.
type countedFiles struct {
	raw    []byte
	opened int
}

// NameOfWidth implements imaging.Files.
func (*countedFiles) NameOfWidth(_ context.Context, workspaceID, _ string, _ int) (string, error) {
	if workspaceID != "wsp_1" {
		return "", fault.New(fault.NotFound, "There is no such image.")
	}
	return "0123456789abcdef-64.webp", nil
}

// OpenName implements imaging.Files.
func (f *countedFiles) OpenName(context.Context, string, string) (io.ReadSeekCloser, error) {
	f.opened++
	return closable{bytes.NewReader(f.raw)}, nil
}

type closable struct{ *bytes.Reader }

// Close implements io.Closer.
func (closable) Close() error { return nil }

// subimage is an image with other bounds.
type subimage struct {
	image.Image
	bounds image.Rectangle
}

// Bounds implements image.Image.
func (s subimage) Bounds() image.Rectangle { return s.bounds }

func TestLibrary_DecodesAnImageOnceForItsWorkspaceOnly(t *testing.T) {
	t.Parallel()
	var raw []byte
	white := image.NewUniform(color.White)
	for _, f := range process(t, encoded(t, "png", subimage{white, image.Rect(0, 0, 64, 48)})).Files {
		if f.Format == "webp" {
			raw = f.Data
		}
	}
	files := &countedFiles{raw: raw}
	library := imaging.NewLibrary(files)
	for range 3 {
		img, err := library.Image(t.Context(), "wsp_1", "med_3kq7c8v0d5m2a")
		if err != nil || img.Bounds() != image.Rect(0, 0, 64, 48) {
			t.Fatalf("%v, %v", img, err)
		}
		if got := color.NRGBAModel.Convert(img.At(32, 24)).(color.NRGBA); !near(got, color.NRGBA{255, 255, 255, 255}) {
			t.Errorf("white is %v", got)
		}
	}
	if files.opened != 1 {
		t.Errorf("the file was opened %d times", files.opened)
	}
	if _, err := library.Image(t.Context(), "wsp_2", "med_3kq7c8v0d5m2a"); !fault.Is(err, fault.NotFound) {
		t.Errorf("another workspace: %v", err)
	}
}
