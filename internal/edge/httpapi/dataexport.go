package httpapi

import (
	"context"
	"io"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"linnet/internal/core/dataexport"
	"linnet/internal/edge/apikit"
)

// zipType is the media type of ZIP files.
const zipType = "application/zip"

// DataExport is the last export of the user's data.
type DataExport struct {
	State      string     `json:"state" enum:"none,queued,done,failed" doc:"none: never requested, or the file was deleted."`
	Bytes      int64      `json:"bytes" doc:"The size of the file; 0 before it exists."`
	CreatedAt  *time.Time `json:"createdAt"`
	FinishedAt *time.Time `json:"finishedAt"`
	ExpiresAt  *time.Time `json:"expiresAt" doc:"When the file is deleted."`
}

func dataExportResponse(e dataexport.Export, err error) (*apikit.Output[DataExport], error) {
	return apikit.OutputOf(DataExport{
		State:      string(e.State),
		Bytes:      e.Bytes,
		CreatedAt:  apikit.TimeOrNull(e.CreatedAt),
		FinishedAt: apikit.TimeOrNull(e.FinishedAt),
		ExpiresAt:  apikit.TimeOrNull(e.ExpiresAt),
	}), err
}

func (a *API) requestDataExport(ctx context.Context, _ *struct{}) (*apikit.Output[DataExport], error) {
	return dataExportResponse(a.DataExports.Request(ctx, apikit.ActorOf(ctx)))
}

func (a *API) getDataExport(ctx context.Context, _ *struct{}) (*apikit.Output[DataExport], error) {
	return dataExportResponse(a.DataExports.Get(ctx, apikit.ActorOf(ctx)))
}

func (a *API) getDataExportFile(ctx context.Context, _ *struct{}) (*huma.StreamResponse, error) {
	e, file, err := a.DataExports.Open(ctx, apikit.ActorOf(ctx))
	if err != nil {
		return nil, err
	}
	return apikit.Download(io.NopCloser(file), zipType, e.FileName(), e.Bytes), nil
}
