package records_test

import (
	"testing"
	"time"

	"linnet/internal/infra/records"
	"linnet/internal/testkit"
)

func TestReach_ReadsVersionAndClock(t *testing.T) {
	t.Parallel()
	in, err := records.Reach(t.Context(), testkit.Postgres(t)) // an empty database
	if err != nil || in.Engine != "PostgreSQL" || in.Major < 10 || in.Version == "" || time.Since(in.Now).Abs() > time.Minute {
		t.Errorf("%+v, %v", in, err)
	}
}
