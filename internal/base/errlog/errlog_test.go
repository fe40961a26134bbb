package errlog_test

import (
	"bytes"
	"errors"
	"log/slog"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"linnet/internal/base/clock"
	"linnet/internal/base/errlog"
)

// lines returns what was logged, without the time.
func lines(b *bytes.Buffer) string {
	defer b.Reset()
	return b.String()
}

func TestReporter_LimitsFailuresToOneLineAMinute(t *testing.T) {
	var out bytes.Buffer
	log := slog.New(slog.NewTextHandler(&out, &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey {
			return slog.Attr{}
		}
		return a
	}}))
	clock := clock.NewManual(time.Date(2026, 4, 1, 12, 0, 0, 0, time.UTC))
	r := errlog.New(log, clock, "job claim")
	disk := errors.New("disk full")
	const failed = `level=WARN msg="job claim failed" err="disk full" `

	steps := []struct {
		name  string
		after time.Duration
		times int
		err   error
		want  string
	}{
		{"success", 0, 2, nil, ""},
		{"first failure", 0, 1, disk, failed + "failures=1\n"},
		{"failures within a minute", time.Second, 50, disk, ""},
		{"failure after a minute", errlog.Every, 1, disk, failed + "failures=51\n"},
		{"recovery", time.Second, 3, nil, "level=INFO msg=\"job claim recovered\" failures=0\n"},
		{"failure soon after", time.Second, 1, disk, ""},
		{"success soon after", time.Second, 1, nil, ""},
		{"failure later", errlog.Every, 1, disk, failed + "failures=1\n"},
	}
	for _, step := range steps {
		clock.Advance(step.after)
		for range step.times {
			r.Report(t.Context(), step.err)
		}
		if diff := cmp.Diff(step.want, lines(&out)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", step.name, diff)
		}
	}
}
