; Installer for one user, which needs no administrator: makensis packages/windows/installer.nsi, after
; cargo build --profile dist. It writes kpca-explorer-windows-x86_64-setup.exe beside Cargo.toml.
Unicode true
!define NAME "Kernel PCA Explorer"
!define KEY "Software\Microsoft\Windows\CurrentVersion\Uninstall\KpcaExplorer"
!define ROOT "..\.."

Name "${NAME}"
OutFile "${ROOT}\kpca-explorer-windows-x86_64-setup.exe"
Icon "${ROOT}\packages\icons\icon.ico"
UninstallIcon "${ROOT}\packages\icons\icon.ico"
InstallDir "$LOCALAPPDATA\Programs\KpcaExplorer"
RequestExecutionLevel user
SetCompressor /SOLID lzma

Page directory
Page instfiles
UninstPage uninstConfirm
UninstPage instfiles

Section
  SetOutPath "$INSTDIR"
  File "${ROOT}\target\dist\kpca-explorer.exe"
  File "${ROOT}\packages\icons\icon.ico"
  File "${ROOT}\README.md"
  File "${ROOT}\LICENSE-MIT"
  File "${ROOT}\LICENSE-APACHE"
  File "${ROOT}\target\manual\DEPENDENCIES.txt"
  WriteUninstaller "$INSTDIR\uninstall.exe"
  CreateShortcut "$SMPROGRAMS\${NAME}.lnk" "$INSTDIR\kpca-explorer.exe" "" "$INSTDIR\icon.ico"
  WriteRegStr HKCU "${KEY}" "DisplayName" "${NAME}"
  WriteRegStr HKCU "${KEY}" "DisplayIcon" "$INSTDIR\icon.ico"
  WriteRegStr HKCU "${KEY}" "UninstallString" '"$INSTDIR\uninstall.exe"'
SectionEnd

Section "Uninstall"
  Delete "$SMPROGRAMS\${NAME}.lnk"
  Delete "$INSTDIR\kpca-explorer.exe"
  Delete "$INSTDIR\icon.ico"
  Delete "$INSTDIR\README.md"
  Delete "$INSTDIR\LICENSE-MIT"
  Delete "$INSTDIR\LICENSE-APACHE"
  Delete "$INSTDIR\DEPENDENCIES.txt"
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR"
  DeleteRegKey HKCU "${KEY}"
SectionEnd
