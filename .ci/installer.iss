; The installer for Windows, by Inno Setup: ISCC /DVersion=1.0.0 .ci\installer.iss

[Setup]
AppId=io.github.hashi_gui.Hashi
AppName=Hashi
AppVersion={#Version}
AppPublisher=The Hashi developers
ArchitecturesAllowed=x64compatible
ArchitecturesInstallIn64BitMode=x64compatible
ChangesAssociations=yes
Compression=lzma2/max
DefaultDirName={autopf}\Hashi
DisableProgramGroupPage=yes
OutputBaseFilename=hashi-windows-x86_64
OutputDir=..\dist
PrivilegesRequired=lowest
SolidCompression=yes
UninstallDisplayIcon={app}\hashi-gui.exe

[Languages]
Name: "en"; MessagesFile: "compiler:Default.isl"
Name: "de"; MessagesFile: "compiler:Languages\German.isl"
Name: "ja"; MessagesFile: "compiler:Languages\Japanese.isl"

[InstallDelete]
Type: filesandordirs; Name: "{app}\_internal"

[Files]
Source: "..\dist\hashi\*"; DestDir: "{app}"; Flags: ignoreversion recursesubdirs

[Icons]
Name: "{autoprograms}\Hashi"; Filename: "{app}\hashi-gui.exe"

[Registry]
Root: HKA; Subkey: "Software\Classes\.hashi"; ValueType: string; ValueData: "Hashi.Puzzle"; Flags: uninsdeletevalue
Root: HKA; Subkey: "Software\Classes\Hashi.Puzzle"; ValueType: string; ValueData: "Hashi puzzle"; Flags: uninsdeletekey
Root: HKA; Subkey: "Software\Classes\Hashi.Puzzle\DefaultIcon"; ValueType: string; ValueData: "{app}\hashi-gui.exe"
Root: HKA; Subkey: "Software\Classes\Hashi.Puzzle\shell\open\command"; ValueType: string; ValueData: """{app}\hashi-gui.exe"" ""%1"""

[Run]
Filename: "{app}\hashi-gui.exe"; Description: "Hashi"; Flags: nowait postinstall
