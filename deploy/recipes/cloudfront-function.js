// Notas on S3 with CloudFront: a CloudFront Function for viewer requests. The bucket holds the content of out/
// under the prefix {{BASE_PATH}}, and is read through the distribution alone.
function handler(event) {
  var request = event.request
  var uri = request.uri

  // The one rewrite: whichever note is asked for, the editor's page answers. Its own data have dots and underlines.
  if (/^{{BASE_PATH}}\/note-editor\/(?!__next\.|index\.(html|txt)$)[^/]+\/?$/.test(uri)) {
    request.uri = '{{BASE_PATH}}/note-editor/index.html'
  } else if (uri.endsWith('/')) {
    request.uri = uri + 'index.html'
  } else if (!/\.[^/]+$/.test(uri)) {
    // A folder without its slash, as other hosts answer it.
    return { statusCode: 308, statusDescription: 'Permanent Redirect', headers: { location: { value: uri + '/' } } }
  }
  return request
}
