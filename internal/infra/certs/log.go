package certs

import (
	"context"
	"log/slog"

	"go.uber.org/zap/zapcore"
)

// slogCore writes the ACME client's log lines to slog at level Debug. Results of
// orders are logged by Manager.
type slogCore struct {
	log    *slog.Logger
	fields []zapcore.Field
}

// Enabled implements zapcore.Core.
func (c *slogCore) Enabled(zapcore.Level) bool {
	return c.log.Enabled(context.Background(), slog.LevelDebug)
}

// With implements zapcore.Core.
func (c *slogCore) With(fields []zapcore.Field) zapcore.Core {
	return &slogCore{log: c.log, fields: append(c.fields[:len(c.fields):len(c.fields)], fields...)}
}

// Check implements zapcore.Core.
func (c *slogCore) Check(entry zapcore.Entry, checked *zapcore.CheckedEntry) *zapcore.CheckedEntry {
	if c.Enabled(entry.Level) {
		return checked.AddCore(entry, c)
	}
	return checked
}

// Write implements zapcore.Core.
func (c *slogCore) Write(entry zapcore.Entry, fields []zapcore.Field) error {
	encoder := zapcore.NewMapObjectEncoder()
	for _, field := range append(c.fields[:len(c.fields):len(c.fields)], fields...) {
		field.AddTo(encoder)
	}
	attrs := make([]any, 0, 2*len(encoder.Fields))
	for name, value := range encoder.Fields {
		attrs = append(attrs, name, value)
	}
	c.log.Debug("acme: "+entry.Message, attrs...)
	return nil
}

// Sync implements zapcore.Core.
func (c *slogCore) Sync() error { return nil }
