package main

import "testing"

func TestForbidden(t *testing.T) {
	t.Parallel()
	cases := []struct {
		from, to string
		allowed  bool
	}{
		{"linnet/internal/base/fault", "errors", true},
		{"linnet/internal/base/fault", "golang.org/x/text", false},
		{"linnet/internal/base/fault", "linnet/internal/core/link", false},
		{"linnet/internal/core/link", "linnet/internal/core/routing", true},
		{"linnet/internal/core/link", "linnet/internal/core/access", true},
		{"linnet/internal/core/link", "linnet/internal/core/account", false},
		{"linnet/internal/core/access", "linnet/internal/core/link", false},
		{"linnet/internal/core/analytics/analyticstest", "linnet/internal/core/analytics", true},
		{"linnet/internal/core/link", "net/http", false},
		{"linnet/internal/core/link", "linnet/internal/infra/records", false},
		{"linnet/internal/edge/httpapi", "linnet/internal/core/link", true},
		{"linnet/internal/edge/httpapi", "linnet/internal/edge/webui", false},
		{"linnet/internal/edge/httpapi", "linnet/internal/edge/apikit", true},
		{"linnet/internal/edge/httpapi", "linnet/internal/edge/apikit/reference", true},
		{"linnet/internal/edge/apikit", "linnet/internal/edge/httpapi", false},
		{"linnet/internal/edge/redirect", "linnet/internal/edge/apikit", true},
		{"linnet/internal/edge/redirect", "linnet/internal/edge/publicpage", true},
		{"linnet/internal/edge/httpapi", "linnet/internal/infra/records", false},
		{"linnet/internal/edge/server", "linnet/internal/edge/redirect", true},
		{"linnet/internal/edge/redirect", "linnet/internal/core/link", false},
		{"linnet/internal/edge/redirect", "linnet/internal/core/routing", true},
		{"linnet/internal/infra/records", "linnet/internal/infra/journal", false},
		{"linnet/internal/infra/records", "database/sql", true},
		{"linnet/internal/app", "linnet/internal/infra/records", true},
		{"linnet/internal/core/link", "linnet/internal/app", false},
		{"linnet/internal/cli", "linnet/internal/app", true},
		{"linnet/internal/cli", "linnet/internal/infra/records", false},
		{"linnet/internal/app", "linnet/internal/cli", false},
		{"linnet/internal/app", "linnet/internal/app/doctor", true},
		{"linnet/internal/app/doctor", "linnet/internal/app/backups", true},
		{"linnet/internal/app/backups", "linnet/internal/app/doctor", false},
		{"linnet/internal/app/backups", "linnet/internal/app", false},
		{"linnet/internal/core/link", "linnet/internal/app/control", false},
		{"linnet/internal/cli", "linnet/internal/app/doctor", true},
		{"linnet/cmd/linnet", "linnet/internal/cli", true},
		{"linnet/internal/edge/server", "github.com/danielgtaylor/huma/v2", false},
		{"linnet/internal/edge/apikit", "github.com/danielgtaylor/huma/v2", true},
	}
	for _, c := range cases {
		if why := forbidden(c.from, c.to); (why == "") != c.allowed {
			t.Errorf("%s → %s: %q", c.from, c.to, why)
		}
	}
}
