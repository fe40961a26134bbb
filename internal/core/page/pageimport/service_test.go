package pageimport

import (
	"context"
	"testing"

	"linnet/internal/base/fault"
	"linnet/internal/core/access"
)

func TestService_ConvertsOneExportOfAWorkspaceAtATime(t *testing.T) {
	t.Parallel()
	s := NewService()
	owner := access.Actor{UserID: "usr_1", WorkspaceID: "wsp_1", Role: access.Owner}
	file := []byte("title,url\nDocs,https://example.com/docs\n")
	release, err := s.converting.Acquire(t.Context(), owner.WorkspaceID)
	if err != nil {
		t.Fatal(err)
	}
	left, leave := context.WithCancel(t.Context()) // a call that would wait returns
	leave()
	if _, err := s.Convert(left, owner, file); !fault.Is(err, fault.Unavailable) {
		t.Errorf("beside another conversion: %v", err)
	}
	release()
	if got, err := s.Convert(t.Context(), owner, file); err != nil || len(got.Blocks) != 1 {
		t.Errorf("afterwards: %+v, %v", got, err)
	}
}
