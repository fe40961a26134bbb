package apikit_test

import (
	"testing"

	"linnet/internal/edge/apikit"
)

func TestAcceptsEncoding(t *testing.T) {
	t.Parallel()
	for header, want := range map[string]bool{
		"": false, "gzip": true, "br, GZIP": true, "gzip;q=0": false, "gzip; q=0.000": false, "gzip ; Q = 0": false, "gzip;q=0.1, br": true,
		"x-gzip": false, "*": false, "gzip;level=9": true, "br;q=1.0,gzip;q=0.8": true,
	} {
		if got := apikit.AcceptsEncoding(header, "gzip"); got != want {
			t.Errorf("%q: %v", header, got)
		}
	}
}
