package qr

import (
	"context"
	"testing"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/qr/look"
	"linnet/internal/core/qr/picture"
)

func TestService_DrawsOneLargePictureOfAWorkspaceAtATime(t *testing.T) {
	t.Parallel()
	s := NewService(nil, nil, nil, clock.NewManual(time.Date(2026, 4, 1, 12, 0, 0, 0, time.UTC)))
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
