package qr

import (
	"context"
	"testing"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/pixels"
	"linnet/internal/core/qr/look"
	"linnet/internal/core/qr/picture"
)

func TestService_DrawsOneLargePictureOfAWorkspaceAtATime(t *testing.T) {
	t.Parallel()
	s := NewService(nil, nil, nil, pixels.NewBudget(1<<30), clock.NewManual(time.Date(2026, 4, 1, 12, 0, 0, 0, time.UTC)))
	actor := func(workspace string) access.Actor {
		return access.Actor{UserID: "usr_1", WorkspaceID: workspace, Role: access.Viewer}
	}
	drawing := func(size int, f picture.Format) Drawing {
		l := look.Defaults()
		l.Size = size
		return Drawing{Text: "https://example.com/", Look: l, Format: f}
	}
	// left has ended, so that a call that would wait returns.
	left, leave := context.WithCancel(t.Context())
	leave()

	release, err := s.drawing.Acquire(t.Context(), "wsp_busy")
	if err != nil {
		t.Fatal(err)
	}
	for name, d := range map[string]Drawing{"PNG": drawing(look.MaxSize, picture.PNG), "JPEG": drawing(maxQuick+1, picture.JPEG), "WebP": drawing(maxQuick+1, picture.WebP)} {
		if _, err := s.Draw(left, actor("wsp_busy"), d); !fault.Is(err, fault.Unavailable) {
			t.Errorf("a second large %s of the workspace: %v", name, err)
		}
	}
	if _, err := s.Judge(left, actor("wsp_busy"), "https://example.com/", look.Defaults(), picture.PrintSize{}); !fault.Is(err, fault.Unavailable) {
		t.Errorf("a report beside a large picture: %v", err)
	}
	for name, d := range map[string]Drawing{"small PNG": drawing(maxQuick, picture.PNG), "SVG": drawing(look.MaxSize, picture.SVG)} {
		if file, err := s.Draw(left, actor("wsp_busy"), d); err != nil || len(file) == 0 {
			t.Errorf("%s waits for a large picture: %v", name, err)
		}
	}
	release()
	if file, err := s.Draw(t.Context(), actor("wsp_busy"), drawing(maxQuick+1, picture.PNG)); err != nil || len(file) == 0 {
		t.Errorf("after the large picture: %v", err)
	}
}

// TestService_DrawsWithinTheMemoryOfTheNode fills the budget: pictures wait for it, and
// those that need more than all of it are refused.
func TestService_DrawsWithinTheMemoryOfTheNode(t *testing.T) {
	t.Parallel()
	memory := pixels.NewBudget(64 << 20)
	s := NewService(nil, nil, nil, memory, clock.NewManual(time.Date(2026, 4, 1, 12, 0, 0, 0, time.UTC)))
	actor := access.Actor{UserID: "usr_1", WorkspaceID: "wsp_1", Role: access.Viewer}
	draw := func(ctx context.Context, size int, f picture.Format) error {
		l := look.Defaults()
		l.Size = size
		_, err := s.Draw(ctx, actor, Drawing{Text: "https://example.com/", Look: l, Format: f})
		return err
	}
	release, err := memory.Acquire(t.Context(), 64<<20)
	if err != nil {
		t.Fatal(err)
	}
	left, leave := context.WithCancel(t.Context())
	leave()
	for _, f := range []picture.Format{picture.PNG, picture.JPEG, picture.WebP} {
		if err := draw(left, 1000, f); !fault.Is(err, fault.Unavailable) {
			t.Errorf("a %s without memory: %v", f, err)
		}
	}
	for _, f := range []picture.Format{picture.SVG, picture.PDF, picture.EPS} {
		if err := draw(left, 1000, f); err != nil {
			t.Errorf("a %s waits: %v", f, err)
		}
	}
	if err := draw(left, 300, picture.PNG); err != nil {
		t.Errorf("a small picture waits: %v", err)
	}
	release()
	if err := draw(t.Context(), 1000, picture.WebP); err != nil {
		t.Errorf("with memory: %v", err)
	}
	if err := draw(t.Context(), 2000, picture.WebP); !fault.Is(err, fault.Invalid) {
		t.Errorf("a picture above the memory of the node: %v", err)
	}
	if release, err = memory.Acquire(left, 64<<20); err != nil {
		t.Fatalf("memory was not released: %v", err)
	}
	release()
}
