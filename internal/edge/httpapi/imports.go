package httpapi

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"mime/multipart"

	"github.com/danielgtaylor/huma/v2"

	"linnet/internal/base/fault"
	"linnet/internal/core/transfer"
	"linnet/internal/edge/apikit"
)

// ImportOptions are the options of an import.
type ImportOptions struct {
	Mapping    map[string]string `json:"mapping,omitempty" doc:"The column of each field of a link, by its header; detected from the headers by default." example:"{\"url\":\"Long URL\"}"`
	OnConflict string            `json:"onConflict,omitempty" enum:"skip,suffix,update" default:"skip" doc:"The action for a row whose alias is taken."`
	Domain     string            `json:"domain,omitempty" maxLength:"255" doc:"The host for rows without a domain of the workspace; that of defaultDomainId by default."`
	DryRun     bool              `json:"dryRun,omitempty" doc:"True reports the effects without changing anything."`
	Partly     bool              `json:"partly,omitempty" doc:"True imports as many links as the plan allows."`
}

func (o ImportOptions) core() transfer.Options {
	out := transfer.Options{OnConflict: transfer.Policy(o.OnConflict), Domain: o.Domain, DryRun: o.DryRun, Partly: o.Partly}
	if o.Mapping != nil {
		out.Mapping = make(map[transfer.Field]string, len(o.Mapping))
		for field, column := range o.Mapping {
			out.Mapping[transfer.Field(field)] = column
		}
	}
	return out
}

type createImportInput struct {
	Name       string `query:"name" maxLength:"255" doc:"The name of the file; that of the upload by default."`
	Start      bool   `query:"start" default:"true" doc:"True starts the import; false creates a draft."`
	Mapping    string `query:"mapping" doc:"The column of each field of a link, as a JSON object; detected from the headers by default." example:"{\"url\":\"Long URL\"}"`
	OnConflict string `query:"onConflict" enum:"skip,suffix,update" default:"skip" doc:"The action for a row whose alias is taken."`
	Domain     string `query:"domain" maxLength:"255" doc:"The host for rows without a domain of the workspace; that of defaultDomainId by default."`
	DryRun     bool   `query:"dryRun" doc:"True reports the effects without changing anything."`
	Partly     bool   `query:"partly" doc:"True imports as many links as the plan allows."`

	body        io.Reader
	contentType string
}

// Resolve keeps the body as a stream: files are not loaded into memory.
func (in *createImportInput) Resolve(hc huma.Context) []error {
	in.body = apikit.UploadBody(hc)
	in.contentType = hc.Header("Content-Type")
	return nil
}

func (a *API) createImport(ctx context.Context, in *createImportInput) (*apikit.Output[Job], error) {
	options := ImportOptions{OnConflict: in.OnConflict, Domain: in.Domain, DryRun: in.DryRun, Partly: in.Partly}
	if in.Mapping != "" && json.Unmarshal([]byte(in.Mapping), &options.Mapping) != nil {
		return nil, fault.New(fault.Invalid, `mapping: Write it as a JSON object, such as {"url":"Long URL"}.`).At("mapping")
	}
	name, file, err := in.file()
	if err != nil {
		return nil, err
	}
	j, err := a.Transfers.Upload(ctx, apikit.ActorOf(ctx), name, file)
	if err != nil || !in.Start {
		return jobResponse(j, err)
	}
	started, err := a.Transfers.Start(ctx, apikit.ActorOf(ctx), j.ID, options.core())
	if err != nil { // the client does not know the id
		err = errors.Join(err, a.Jobs.Remove(ctx, apikit.ActorOf(ctx), j.ID))
	}
	return jobResponse(started, err)
}

// maxFormPreamble bounds the parts of a form before the file, in bytes.
const maxFormPreamble = 256 << 10

// file returns the uploaded file and its name.
func (in *createImportInput) file() (name string, file io.Reader, err error) {
	media, params, err := mime.ParseMediaType(in.contentType)
	if err != nil || media != "multipart/form-data" {
		return in.Name, in.body, nil //nolint:nilerr // a body without a type is a file as it is
	}
	form := &io.LimitedReader{R: in.body, N: maxFormPreamble}
	parts := multipart.NewReader(form, params["boundary"])
	for {
		part, err := parts.NextPart()
		if err != nil && form.N <= 0 {
			return "", nil, fault.New(fault.Invalid, "file: Put the file first: other parts of the form exceed 256 KiB.").At("file")
		}
		if err != nil {
			return "", nil, fault.New(fault.Invalid, "file: The form has no part named file.").At("file")
		}
		if part.FormName() == "file" {
			form.N = transfer.MaxBytes + maxFormPreamble // Upload reports a file that exceeds MaxBytes
			if in.Name == "" {
				return part.FileName(), part, nil
			}
			return in.Name, part, nil
		}
	}
}

func (a *API) startImport(ctx context.Context, in *apikit.ByIDWith[ImportOptions]) (*apikit.Output[Job], error) {
	return jobResponse(a.Transfers.Start(ctx, apikit.ActorOf(ctx), in.ID, in.Body.core()))
}

// ImportPreview is the expected result of an import.
type ImportPreview struct {
	Service   *string           `json:"service" doc:"The service that exported the file; null if unknown." example:"Bitly"`
	Retrieved bool              `json:"retrieved" doc:"True if the rows are those of a retrieval, whose columns are mapped already."`
	Rows      int               `json:"rows" doc:"The number of rows in the file, without the header."`
	Columns   []ImportColumn    `json:"columns"`
	Mapping   map[string]string `json:"mapping" doc:"The column of each field of a link, as requested or detected."`
	Fields    []string          `json:"fields" doc:"All fields that can be mapped to a column."`
	Judged    int               `json:"judged" doc:"The number of rows that were checked, from the first; 0 if no column is mapped to the destination."`
	Counts    ImportCounts      `json:"counts"`
	OtherCase int               `json:"otherCase" doc:"The number of checked rows whose alias differs only in case from one that leads elsewhere. They fail, or get a number, unless the import has a domain with case-sensitive aliases."`
	Items     []ImportRow       `json:"items" doc:"The first rows, and the first rows with an error."`
	Room      *int              `json:"room" doc:"The number of links that the plan still allows; null: no limit."`
	Foreign   []string          `json:"foreign" doc:"Hosts in the file that are not domains of the workspace. Their links are created on the domain of the import."`
}

// ImportColumn is a column of an imported file.
type ImportColumn struct {
	Name    string   `json:"name"`
	Samples []string `json:"samples" doc:"The first cells that are not empty."`
}

// ImportCounts are the results of the checked rows.
type ImportCounts struct {
	Created   int `json:"created"`
	Updated   int `json:"updated"`
	Unchanged int `json:"unchanged"`
	Skipped   int `json:"skipped"`
	Failed    int `json:"failed"`
}

// ImportRow is a row and its expected result.
type ImportRow struct {
	Row      int                   `json:"row"`
	Line     int                   `json:"line" doc:"The line of the file."`
	Result   string                `json:"result" enum:"created,updated,unchanged,skipped,failed"`
	ShortURL *string               `json:"shortUrl"`
	URL      string                `json:"url"`
	Title    *string               `json:"title"`
	Note     *string               `json:"note" doc:"The reason in a sentence."`
	Errors   []apikit.FieldProblem `json:"errors" doc:"The invalid fields of the row."`
}

func (a *API) previewImport(ctx context.Context, in *apikit.ByIDWith[ImportOptions]) (*apikit.Output[ImportPreview], error) {
	got, err := a.Transfers.Preview(ctx, apikit.ActorOf(ctx), in.ID, in.Body.core())
	if err != nil {
		return nil, err
	}
	out := ImportPreview{
		Service: apikit.TextOrNull(
			got.Service,
		),
		Retrieved: got.Retrieved,
		Rows:      got.Rows,
		Judged:    got.Judged,
		Mapping:   map[string]string{},
		Foreign:   apikit.OrEmpty(got.Foreign),
		Fields:    apikit.Map(transfer.Fields(), func(f transfer.Field) string { return string(f) }),
		Columns: apikit.Map(got.Columns, func(c transfer.Column) ImportColumn {
			return ImportColumn{Name: c.Name, Samples: apikit.OrEmpty(c.Samples)}
		}),
		Counts: ImportCounts{
			Created:   got.Counts[transfer.Created],
			Updated:   got.Counts[transfer.Updated],
			Unchanged: got.Counts[transfer.Unchanged],
			Skipped:   got.Counts[transfer.Skipped],
			Failed:    got.Counts[transfer.Failed],
		},
		OtherCase: got.OtherCase,
		Items:     apikit.Map(got.Shown, importRowOf),
	}
	for field, column := range got.Mapping {
		out.Mapping[string(field)] = column
	}
	if got.Room >= 0 {
		out.Room = &got.Room
	}
	return apikit.OutputOf(out), nil
}

func importRowOf(r transfer.Judged) ImportRow {
	return ImportRow{
		Row:      r.Row,
		Line:     r.Line,
		Result:   string(r.Action),
		ShortURL: apikit.TextOrNull(r.ShortURL),
		URL:      r.URL,
		Title:    apikit.TextOrNull(r.Title),
		Note:     apikit.TextOrNull(r.Note),
		Errors:   apikit.Map(r.Faults, func(f fault.Field) apikit.FieldProblem { return apikit.FieldProblem(f) }),
	}
}

// describeFiles documents the files of imports and exports, which huma cannot
// derive.
func describeFiles(doc *huma.OpenAPI) {
	file := apikit.BinarySchema()
	doc.Paths["/imports"].Post.RequestBody = &huma.RequestBody{
		Required: true,
		Content: map[string]*huma.MediaType{
			"text/csv": {Schema: file},
			"multipart/form-data": {Schema: &huma.Schema{
				Type:       huma.TypeObject,
				Properties: map[string]*huma.Schema{"file": file},
				Required:   []string{"file"},
			}},
		},
	}
	for path, types := range map[string][]string{
		"/imports/{id}/report": {csvType}, "/checks/{id}/report": {csvType}, "/changes/{id}/report": {csvType},
		"/exports/{id}/file": {csvType, jsonFileType, zipType}, "/me/export/file": {zipType},
	} {
		content := map[string]*huma.MediaType{}
		for _, contentType := range types {
			content[contentType] = &huma.MediaType{Schema: file}
		}
		doc.Paths[path].Get.Responses["200"] = &huma.Response{Description: "The file.", Content: content}
	}
}
