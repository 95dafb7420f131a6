// Notas on S3 with CloudFront: a CloudFront Function for viewer requests. The bucket holds the content of out/
// under the prefix {{BASE_PATH}}, and is read through the distribution alone.
function handler(event) {
  var request = event.request
  var uri = request.uri
  var editor = '{{BASE_PATH}}/note-editor/'

  // The one rewrite: whichever note is asked for, the editor's page answers; its own data are files.
  if (uri.startsWith(editor) && /^(?!__next\.|index\.(html|txt)$)[^/]+\/?$/.test(uri.slice(editor.length))) {
    request.uri = editor + 'index.html'
  } else if (uri.endsWith('/')) {
    request.uri = uri + 'index.html'
  } else if (!/\.[^/]+$/.test(uri)) {
    // A folder without its slash, as other hosts answer it; two slashes would lead to another site.
    var location = uri.replace(/^\/+/, '/') + '/'
    return { statusCode: 308, statusDescription: 'Permanent Redirect', headers: { location: { value: location } } }
  }
  return request
}
