package app

import (
	"log/slog"
	"net/http"

	"linnet/internal/base/clock"
	"linnet/internal/config"
	"linnet/internal/core/media"
	"linnet/internal/edge/mediafile"
	"linnet/internal/infra/backup"
	"linnet/internal/infra/imaging"
	"linnet/internal/infra/mediafiles"
	"linnet/internal/infra/records"
)

// newMedia returns the service of the media library.
func newMedia(cfg config.Config, records *records.Store, limits allowance, clock clock.Clock, log *slog.Logger) *media.Service {
	return media.New(media.Deps{
		Store: records, References: records, Files: mediafiles.NewFolder(inData(cfg, backup.MediaDir), clock),
		Processor: imaging.New(), Limits: limits, Clock: clock, Log: log,
	})
}

// media serves the files of images. Aliases below the segment that existed before
// still work.
func (s *site) media(files *media.Service, redirects http.Handler, log *slog.Logger) {
	s.mux.Handle("/media", redirects)
	s.mux.Handle("/media/", redirects)
	s.mux.Handle("GET /media/{id}/{name}", mediafile.Handler(files, redirects, log))
}
