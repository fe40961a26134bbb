package workspace_test

import (
	"testing"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/workspace"
	"linnet/internal/testkit"
)

func TestService_RefusesAddressesInNames(t *testing.T) {
	t.Parallel()
	s := workspace.NewService(testkit.SQLite(t), testkit.NoLimits, clock.System{})
	for name, ok := range map[string]bool{
		"Acme Inc.": true, "Dr. Oetker": true, "J.R.R. Tolkien": true, "Søren & Co.": true, "A/B tests": true, "24/7": true, "v1.2": true, "Ada's workspace": true,
		"Sales / Support v2.0": true, "<script>window.hit=1</script>": true,
		"Your account is locked: https://evil.example/login": false, "Visit evil.com": false, "(evil.co.uk)": false, "www.evil.com": false,
		"ada@evil.com": false, "evil.com/login": false, "//evil.example/x": false,
	} {
		_, err := s.Create(t.Context(), access.Actor{UserID: "usr_none"}, name, "UTC")
		if refused := fault.Is(err, fault.Invalid); refused == ok {
			t.Errorf("%q: %v", name, err)
		}
	}
}
