package cli

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"linnet/internal/config"
)

func TestNewLogger_WritesTheOffset(t *testing.T) {
	t.Parallel()
	for _, format := range []string{"text", "json"} {
		var out bytes.Buffer
		newLogger(config.Config{LogFormat: format, LogLevel: "info"}, &out).Info("request", "status", 200)
		stamp := ""
		if format == "json" {
			var line struct{ Time, Level, Msg string }
			if err := json.Unmarshal(out.Bytes(), &line); err != nil || line.Msg != "request" || line.Level != "INFO" {
				t.Errorf("%s: %v", out.String(), err)
			}
			stamp = line.Time
		} else {
			stamp, _, _ = strings.Cut(strings.TrimPrefix(out.String(), "time="), " ")
		}
		if _, err := time.Parse(time.RFC3339Nano, stamp); err != nil { // has a zone
			t.Errorf("%s: %v", format, err)
		}
	}
}

func TestNewLogger_EncodesLineBreaks(t *testing.T) {
	t.Parallel()
	const forged = "x\nlevel=ERROR msg=forged \x1b[31m\u2028"
	for _, format := range []string{"text", "json"} {
		var out bytes.Buffer
		newLogger(config.Config{LogFormat: format, LogLevel: "info"}, &out).Info(forged, forged, forged)
		if text := out.String(); strings.Count(text, "\n") != 1 || strings.Contains(text, "\x1b") || strings.Contains(text, "\u2028") {
			t.Errorf("%s: %q", format, text)
		}
	}
}
